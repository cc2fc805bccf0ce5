import { useMayNow } from '../../../shared/as-of/use-past.ts';

export const useCanWrite = (organizationId: string): boolean => useMayNow('paymentModel.write', organizationId);
