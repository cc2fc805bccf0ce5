import { queryOptions } from '@tanstack/react-query';
import type { ApplicationView } from '../../../../api/contract/applications.ts';
import { DEFAULT_FORM } from '../../../../domain/application/core-fields.ts';
import type { DashboardField } from '../../../../domain/process/config.ts';
import type { ApplicantStep, PublicProcess } from '../../../../domain/process/parts.ts';
import { callerOf, keyOf } from '../api/calls.ts';

/** The parts of a process that this person may see: its form; on an application, the steps; for staff, the columns too. */
export type Process = PublicProcess & {
  readonly fields?: readonly DashboardField[];
  readonly applicationDetailsSteps?: readonly (ApplicantStep | null)[];
};

/** The form of a batch without a process. A test keeps it equal to the server's, because zod must stay out of the browser. */
export const BUILT_IN_PROCESS: Process = {
  label: 'Application',
  requestSignup: true,
  applicationForm: DEFAULT_FORM,
};

/** Parses the server's JSON; null means that the batch has no process. */
export const processOf = (json: string | null): Process =>
  json === null ? BUILT_IN_PROCESS : (JSON.parse(json) as Process);

const momentOf = ({ version, steps, assessmentScores }: ApplicationView): string =>
  JSON.stringify([
    version,
    assessmentScores?.length,
    steps?.map(({ isVisible, isComplete }) => [isVisible, isComplete]),
  ]);

export const processQuery = (processId: string | null, organizationId: string, application?: ApplicationView) =>
  queryOptions({
    queryKey: [
      ...keyOf('/api/processConfigBlobs/{id}', { params: { id: processId ?? '' } }),
      application?._id ?? null,
      application ? momentOf(application) : null,
    ],
    queryFn: async ({ client }): Promise<Process> => {
      if (processId === null) return processOf(null);
      const about = application ? { applicationId: application._id } : {};
      return processOf(
        await callerOf(client)('GET /api/processConfigBlobs/{id}', {
          params: { id: processId },
          query: { organizationId, ...about },
        }),
      );
    },
  });
