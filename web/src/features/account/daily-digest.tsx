import { Switch } from '@mantine/core';
import { TEXTS } from '../../../../domain/text/texts.ts';
import '@mantine/core/styles/Switch.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../shared/api/calls.ts';
import { useAtOnce } from '../../shared/browser/use-at-once.ts';
import { Problem } from '../../shared/ui/notice.tsx';
import { SearchSelect } from '../../shared/ui/search-select.tsx';
import classes from './account.module.css';
import { dailyDigestQuery } from './queries.ts';

/** Undefined where the browser does not tell; the school's counts then. */
const zoneOfBrowser = (): string | undefined => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return zones(null).includes(timeZone) ? timeZone : undefined;
};

/** The lists of browsers leave out UTC and older names, one of which may be saved. */
const zones = (saved: string | null): string[] =>
  [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(saved === null ? [] : [saved])])].sort();

export function DailyDigest() {
  const client = useQueryClient();
  const { data, error } = useQuery(dailyDigestQuery);
  const change = useMutation({
    mutationFn: (timeZone: string | null) =>
      call('PUT /api/daily-digest', {
        body: timeZone === null ? { isOn: false } : { isOn: true, ...(timeZone === '' ? {} : { timeZone }) },
      }),
    onSuccess: (saved) => client.setQueryData(dailyDigestQuery.queryKey, saved),
  });
  const saved = data?.timeZone ?? null;
  const [chosen, choose] = useAtOnce(saved, change.mutate);
  const shown = change.isError ? saved : chosen;
  return (
    <>
      <Switch
        label="Email me each morning about what is new, overdue and planned for the day"
        description={TEXTS.account.digestHelp}
        checked={shown !== null}
        disabled={!data}
        onChange={({ currentTarget }) => choose(currentTarget.checked ? (zoneOfBrowser() ?? '') : null)}
      />
      <Problem error={change.error ?? error} />
      {saved !== null && (
        <div className={classes.form}>
          <SearchSelect
            label="Time zone of the morning email"
            description={TEXTS.account.digestHour}
            data={zones(saved)}
            value={shown || saved}
            allowDeselect={false}
            onChange={(zone) => zone !== null && zone !== saved && choose(zone)}
          />
        </div>
      )}
    </>
  );
}
