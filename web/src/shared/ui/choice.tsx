import { useId } from 'react';
import { useAtOnce } from '../browser/use-at-once.ts';
import classes from './choice.module.css';

export function Choice<Value extends string>({
  legend,
  names,
  value,
  onChoose,
}: {
  legend: string;
  names: Readonly<Record<Value, string>>;
  value: Value;
  onChoose: (value: Value) => void;
}) {
  const group = useId();
  const [chosen, choose] = useAtOnce(value, onChoose);
  return (
    <fieldset className={classes.choice}>
      <legend>{legend}</legend>
      {(Object.keys(names) as Value[]).map((option) => (
        <label key={option} className={classes.option}>
          <input type="radio" name={group} checked={option === chosen} onChange={() => choose(option)} />
          <span>{names[option]}</span>
        </label>
      ))}
    </fieldset>
  );
}
