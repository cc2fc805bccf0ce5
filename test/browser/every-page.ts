import { expect } from 'vitest';
import { DEMO_APPLICANT, DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { createClient } from '../support/client.ts';
import type { Visitor } from './browser.ts';
import type { Portal } from './portal.ts';

export interface Walk {
  readonly visitor: Visitor;
  readonly paths: readonly string[];
}

export async function everyPage(portal: Portal): Promise<readonly Walk[]> {
  const ada = createClient(portal.url);
  await ada.call('login', { body: { email: DEMO_APPLICANT, password: DEMO_PASSWORD } });
  const { body: applications } = await ada.call('listApplications', { query: { filter: 'mine' } });
  const { body: batches } = await createClient(portal.url).call('listBatches');
  const { body: organization } = await ada.call('organizationForCurrentDomain');
  const { body: assessments } = await ada.call('listAssessments');
  const application = `/application/${applications[0]?._id}`;
  const assessment = `/applications/${applications[0]?._id}/assessments/${assessments[0]?._id}`;
  const batchId = batches[0]?._id;
  const [nobody, applicant, owner] = await Promise.all([
    portal.visit(),
    portal.visitAs(DEMO_APPLICANT, DEMO_PASSWORD),
    portal.visitAs('mia@bagwis.example', DEMO_PASSWORD),
  ]);
  return [
    {
      visitor: nobody,
      paths: [
        '/enroll',
        `/apply/${organization?.slug}/${batchId}`,
        `/batch/${batchId}`,
        '/login',
        '/signup',
        '/passwordReset',
        '/passwordReset?token=made-up',
        '/loginLink',
        '/loginLink?sent=1',
        '/loginLink?token=made-up',
        '/verifyEmail?token=made-up',
        '/invite?token=made-up',
        '/no-such-page',
        application,
      ],
    },
    { visitor: applicant, paths: ['/', '/enroll', application, assessment, '/payments', '/account'] },
    {
      visitor: owner,
      paths: [
        '/',
        '/account',
        application,
        '/admin/dashboard',
        '/admin/reports',
        '/admin/import',
        '/admin/audit',
        '/admin/security',
        '/admin/config',
      ],
    },
  ];
}

export async function openPage({ page }: Pick<Visitor, 'page'>, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('main').getByRole('heading').first().waitFor();
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: 30_000 }).toBe(0);
}
