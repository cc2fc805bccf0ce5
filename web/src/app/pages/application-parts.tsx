import { lazy, type ReactNode, Suspense } from 'react';
import { type ApplicationParts, ApplicationPartsContext } from '../../shared/application/application-parts.ts';

const ConflictNotice = lazy(() =>
  import('../../features/application-panel/conflict-notice.tsx').then((m) => ({ default: m.ConflictNotice })),
);
const Transfer = lazy(() =>
  import('../../features/application-panel/transfer-tool.tsx').then((m) => ({ default: m.TransferTool })),
);

const PARTS: ApplicationParts = {
  Panel: lazy(() =>
    import('../../features/application-panel/application-panel.tsx').then((m) => ({ default: m.ApplicationPanel })),
  ),
  Transfer: (props) => (
    <Suspense>
      <Transfer {...props} />
    </Suspense>
  ),
  ConflictNotice: (props) => (
    <Suspense>
      <ConflictNotice {...props} />
    </Suspense>
  ),
};

export const WithApplicationParts = ({ children }: { children: ReactNode }) => (
  <ApplicationPartsContext value={PARTS}>{children}</ApplicationPartsContext>
);
