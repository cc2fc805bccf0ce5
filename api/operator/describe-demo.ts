import type { Demo } from './demo/create-demo.ts';

export function describeDemo({ accounts, password, applications }: Demo, url: string): string {
  const width = Math.max(...accounts.map(({ email }) => email.length));
  return [
    `Bagwis Code Academy is open at ${url}, with ${applications.toLocaleString('en')} applications. Log in at ${url}/login:`,
    ...accounts.map(({ email, role }) => `  ${email.padEnd(width)}  ${role}`),
    password === null
      ? 'Their random password was shown once, when it was set. `npm run intake -- demo password` sets a new one.'
      : `Their password: ${password}`,
  ].join('\n');
}
