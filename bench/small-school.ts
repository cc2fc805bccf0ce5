export const PASSWORD = 'correct horse battery';
export const APPLICATIONS = 60;

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
  signal?: AbortSignal,
) => Promise<{ readonly status: number; readonly ms: number; readonly text: string }>;

export function personAt(url: string, address: string): Ask {
  let cookie = '';
  return async (method, path, body, signal) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const begun = performance.now();
    const response = await fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie, 'X-Forwarded-For': address },
      ...sent,
      ...(signal ? { signal } : {}),
    });
    const text = await response.text();
    const ms = performance.now() - begun;
    const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (cookies.length > 0) cookie = cookies.join('; ');
    return { status: response.status, ms, text };
  };
}

export interface SmallSchool {
  readonly owner: Ask;
  readonly organizationId: string;
  readonly processId: string;
  readonly batchId: string;
  readonly applicationIds: readonly string[];
}

export const EMAIL = { name: 'email', label: 'Email', dataType: 'email', required: true };
const SMALL_PROCESS = {
  label: 'Full-stack',
  applicationForm: { title: 'Apply', fields: [EMAIL, { name: 'firstName', label: 'First name', required: true }] },
  applicationDetailsSteps: [{ title: 'About you', configuration: { fields: [{ name: 'city', label: 'City' }] } }],
};

export async function schoolOf(url: string, slug: string, address: string): Promise<SmallSchool> {
  const owner = personAt(url, address);
  const answered = async (method: string, path: string, body?: unknown): Promise<{ readonly _id: string }> => {
    const { status, text } = await owner(method, path, body);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text);
  };
  await answered('POST', '/api/login', { email: `owner@${slug}.example`, password: PASSWORD });
  const { _id: organizationId } = await answered('GET', '/api/organizationForCurrentDomain');
  const { _id: processId } = await answered('POST', '/api/processConfigBlobs', { json: JSON.stringify(SMALL_PROCESS) });
  const batch = { name: 'June', status: 'Open', capacity: 20, organizationId, processId };
  const { _id: batchId } = await answered('POST', '/api/batches', batch);
  const applicationIds: string[] = [];
  for (let n = 0; n < APPLICATIONS; n += 1) {
    const one = { batchId, email: `applicant${n}@${slug}.example`, firstName: 'Ada' };
    applicationIds.push((await answered('POST', '/api/applications', one))._id);
  }
  return { owner, organizationId, processId, batchId, applicationIds };
}
