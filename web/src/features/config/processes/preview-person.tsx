import { Button } from '@mantine/core';
import type { ApplicationView } from '../../../../../api/contract/applications.ts';
import { can } from '../../../../../domain/access/policy.ts';
import { TEXTS } from '../../../../../domain/text/texts.ts';
import { ApplicantSearch } from '../../../shared/applicants/applicant-search.tsx';
import { nameOf } from '../../../shared/application/applicant-name.ts';
import { useActor } from '../../../shared/session/session.ts';
import classes from './processes.module.css';

/** Shows the preview with the answers of a real applicant. */
export function PreviewPerson({
  person,
  isChosen,
  onChoose,
}: {
  /** Null until the chosen one is loaded. */
  person: ApplicationView | null;
  isChosen: boolean;
  onChoose: (id: string | null) => void;
}) {
  const actor = useActor();
  if (!isChosen) {
    return <ApplicantSearch label="Preview as a real applicant" onChoose={({ _id }) => onChoose(_id)} />;
  }
  const seesAll = person === null || can(actor, 'application.readAdminOnly', person);
  return (
    <>
      <p>
        With the answers of <strong dir="auto">{person ? nameOf(person) : '…'}</strong>
        {person?.trackingNumber ? ` · #${person.trackingNumber}` : ''}
      </p>
      {!seesAll && <p className={classes.quiet}>{TEXTS.processEditor.previewLacks}</p>}
      <Button variant="default" size="compact-sm" onClick={() => onChoose(null)}>
        Use sample answers
      </Button>
    </>
  );
}
