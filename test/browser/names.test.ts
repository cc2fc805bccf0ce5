import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../api/operator/demo/school.ts';
import { TEXTS } from '../../domain/text/texts.ts';
import { expectAccessibleAtBothWidths } from './browser.ts';
import { describePortal } from './portal.ts';

const OWNER = 'mia@bagwis.example';
const NAME = 'Mia Chen';

describePortal('names of staff', (portal) => {
  test('a member of staff sets a name under My account, and Users and Roles shows it with the email', async () => {
    const mia = await portal.visitAs(OWNER, DEMO_PASSWORD);
    const { page } = mia;
    await page.goto('/account');
    const name = page.getByLabel('Name', { exact: true });
    await name.fill('mia@bagwis.example');
    await name.press('Enter');
    const form = page.getByRole('region', { name: 'Your name' });
    await form.getByText(TEXTS.accounts.nameIsEmail).waitFor();
    expect(await page.evaluate('document.activeElement.autocomplete')).toBe('name');
    await expectAccessibleAtBothWidths(mia, 'account-name-refused');
    await name.fill(' Mia  Chen ');
    await name.press('Enter');
    await form.getByText(TEXTS.accounts.nameChanged(NAME)).waitFor();
    expect(await name.inputValue()).toBe(NAME);
    await expectAccessibleAtBothWidths(mia, 'account-name');
    await page.goto('/admin/config/users');
    await page.getByRole('button', { name: `${NAME} ${OWNER} (you)` }).waitFor();
    await expectAccessibleAtBothWidths(mia, 'users-names');
    expect(mia.complaints).toEqual([]);
    await mia.context.close();
  });
});
