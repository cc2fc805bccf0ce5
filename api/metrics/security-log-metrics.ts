import { Counter, type Registry } from 'prom-client';

export function countDroppedSecurityEvents(registry: Registry): (count: number) => void {
  const counter = new Counter({
    name: 'intake_security_log_dropped_total',
    help: 'Sign-ins, refusals and changes that the security log could not keep, because its store was away for long or a flood filled its memory',
    registers: [registry],
  });
  counter.inc(0);
  return (count) => counter.inc(count);
}
