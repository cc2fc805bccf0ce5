import { checkConfig } from '../../../../../domain/process/check-config.ts';
import type { ProcessConfig } from '../../../../../domain/process/config.ts';
import { titleAt } from '../../../../../domain/process-editing/edits.ts';
import type { Path } from '../../../../../domain/process-editing/tree.ts';
import { counted } from '../../../../../domain/text/counted.ts';
import { Notice } from '../../../shared/ui/notice.tsx';
import { pathFromText } from './editing.ts';
import classes from './processes.module.css';

/** What keeps the process from being saved; each place opens its card. */
export function ErrorsNotice({
  errors,
  config,
  onGoTo,
}: {
  errors: ReadonlyMap<string, string>;
  config: ProcessConfig;
  onGoTo: (path: Path) => void;
}) {
  if (errors.size === 0) return null;
  return (
    <Notice meaning="problem" role="alert">
      <p>{counted(errors.size, 'thing needs', 'things need')} your attention before this can be saved:</p>
      <ul>
        {[...errors].map(([place, message]) => (
          <li key={place}>
            <button type="button" className={classes.linkButton} onClick={() => onGoTo(pathFromText(place))}>
              {wordsFor(place, config)}
            </button>
            {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

export function errorsOf(config: ProcessConfig, saved: ProcessConfig) {
  const checked = checkConfig(config, saved);
  return checked.ok ? [] : (checked.rejection.errors ?? []);
}

/** "Interview: Title" for a place that the server or the rules name. */
function wordsFor(place: string, config: ProcessConfig): string {
  const path = pathFromText(place);
  const own = path.findLastIndex((part) => typeof part === 'number');
  return (own < 0 ? null : titleAt(config, path.slice(0, own + 1))) ?? openName(path);
}
const openName = ([first, index]: Path): string =>
  first === 'applicationDetailsSteps' ? `Step ${Number(index) + 1}` : first === 'fields' ? 'Columns' : 'The process';
