import { queryOptions } from '@tanstack/react-query';
import type { Application } from '../../../../api/contract/applications.ts';
import { DEFAULT_FORM } from '../../../../domain/application/core-fields.ts';
import type { DashboardField } from '../../../../domain/process/config.ts';
import type { ApplicantStep, PublicProcess } from '../../../../domain/process/parts.ts';
import { call, keyOf } from '../api/calls.ts';

/** A process as far as a person may see it: its form, on an application its steps, for staff the columns too. */
export type Process = PublicProcess & {
  readonly fields?: readonly DashboardField[];
  readonly applicationDetailsSteps?: readonly (ApplicantStep | null)[];
};

/** What a batch without a process asks; held equal to the server's by a test (zod stays out of the page). */
export const BUILT_IN_PROCESS: Process = {
  label: 'Application',
  requestSignup: true,
  applicationForm: DEFAULT_FORM,
};

/** As the server answers it, in JSON; null where a batch has none. */
export const processOf = (json: string | null): Process =>
  json === null ? BUILT_IN_PROCESS : (JSON.parse(json) as Process);

/** What of an application decides which steps and words its person sees: its answers and status, and its tests. */
const momentOf = ({ version, steps, assessmentScores }: Application): string =>
  JSON.stringify([
    version,
    assessmentScores?.length,
    steps?.map(({ isVisible, isComplete }) => [isVisible, isComplete]),
  ]);

/** The process of a batch, for an application with those of its steps that are visible now. */
export const processQuery = (processId: string | null, organizationId: string, application?: Application) =>
  queryOptions({
    queryKey: [
      ...keyOf('/api/processConfigBlobs/{id}', { params: { id: processId ?? '' } }),
      application?._id ?? null,
      application ? momentOf(application) : null,
    ],
    queryFn: async (): Promise<Process> => {
      if (processId === null) return processOf(null);
      const about = application ? { applicationId: application._id } : {};
      return processOf(
        await call('GET /api/processConfigBlobs/{id}', {
          params: { id: processId },
          query: { organizationId, ...about },
        }),
      );
    },
  });
