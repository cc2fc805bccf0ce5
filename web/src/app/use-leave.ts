import { useNavigate } from 'react-router';
import { pagePath } from '../../../domain/values/pages.ts';
import { messageOf } from '../shared/api/api-client.ts';
import { useLogout } from '../shared/session/session.ts';
import { showAlert } from '../shared/ui/dialogs.tsx';

export function useLeave() {
  const logout = useLogout();
  const navigate = useNavigate();
  const leave = () =>
    logout.mutate(undefined, {
      // flushSync: a page for signed-in people would ask to log in again before the next page is rendered.
      onSuccess: () => void navigate(pagePath('home'), { flushSync: true }),
      onError: (error) => void showAlert(messageOf(error)),
    });
  return { leave, isPending: logout.isPending };
}
