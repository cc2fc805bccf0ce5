import { type ComponentType, lazy, useState } from 'react';

/** A lazy component. If `load` has loaded it before, it renders at once, on the server too. */
export function lazily<Props extends object>(find: () => Promise<ComponentType<Props>>) {
  let found: ComponentType<Props> | undefined;
  const load = async () => {
    found ??= await find();
    return found;
  };
  const Awaited = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  function Lazily(props: Props) {
    // State of the first render: replacing the component would lose what was typed.
    const [Shown] = useState<ComponentType<Props>>(() => found ?? Awaited);
    return <Shown {...props} />;
  }
  return Object.assign(Lazily, { load });
}
