import { Button, Textarea } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import type { PaymentAccount } from '../../../../api/contract/payment-accounts.ts';
import { textOf } from '../../../../domain/application/field-value.ts';
import { TEXTS } from '../../../../domain/text/texts.ts';
import { messageOf } from '../../shared/api/api-client.ts';
import type { Invoice } from '../../shared/application/due.ts';
import { formatMoney } from '../../shared/application/money.ts';
import { formatCalendarDay, formatDay } from '../../shared/dates/day.ts';
import { useDraft } from '../../shared/forms/draft.ts';
import { showAlert, showConfirm } from '../../shared/ui/dialogs.tsx';
import { Notice } from '../../shared/ui/notice.tsx';
import classes from './application-panel.module.css';
import { type Settlement, useSettle } from './payment-queries.ts';

function stateOf({ status, isOverdue, settledAt }: Invoice): string {
  if (isOverdue) return 'Overdue';
  if (status === 'unpaid' || settledAt === null) return 'Unpaid';
  return `${status === 'paid' ? 'Paid' : 'Voided'} on ${formatDay(settledAt)}`;
}

const WORDS = {
  paid: {
    button: 'Mark as paid',
    noteLabel: 'How it was paid (optional)',
    question: (what: string) => TEXTS.panel.confirmPaid(what),
  },
  void: {
    button: 'Void',
    noteLabel: 'Why it is not owed (optional)',
    question: (what: string) => TEXTS.panel.confirmVoid(what),
  },
} as const satisfies Record<Settlement, unknown>;

/** The server's text why the invoice cannot be settled any more; null while it can. */
function closedBy({ status: account }: PaymentAccount, { status }: Invoice): string | null {
  if (account === 'transferred') return TEXTS.payments.accountMoved;
  if (status === 'unpaid') return null;
  return status === 'paid' ? TEXTS.payments.invoicePaid : TEXTS.payments.invoiceVoid;
}

export function InvoiceRow({ account, invoice }: { account: PaymentAccount; invoice: Invoice }) {
  const { n, dueDate, dueAmount, currency, status, isOverdue, note } = invoice;
  const [settling, setSettling] = useState<Settlement | null>(null);
  const row = useRef<HTMLLIElement>(null);
  const closed = closedBy(account, invoice);
  const what = `${formatMoney(dueAmount, currency)}, due on ${formatCalendarDay(dueDate)}`;
  const close = () => {
    setSettling(null);
    // The pressed button is gone, so the row takes the focus.
    row.current?.focus();
  };
  return (
    <li ref={row} tabIndex={-1} data-is-void={status === 'void'}>
      <div className={classes.invoice}>
        <span>{formatCalendarDay(dueDate)}</span>
        <span className={classes.figure}>{formatMoney(dueAmount, currency)}</span>
        <span className={isOverdue ? classes.late : undefined}>{stateOf(invoice)}</span>
        {closed === null && settling === null && (
          <span className={classes.line}>
            {(['paid', 'void'] as const).map((as) => (
              <Button
                key={as}
                size="compact-sm"
                variant="default"
                aria-label={`${WORDS[as].button}: ${what}`}
                onClick={() => setSettling(as)}
              >
                {WORDS[as].button}
              </Button>
            ))}
          </span>
        )}
      </div>
      {note && (
        <p className={classes.message} dir="auto">
          {note}
        </p>
      )}
      {settling && (
        <SettleForm accountId={account._id} n={n} as={settling} what={what} closed={closed} onClose={close} />
      )}
    </li>
  );
}

/** The note is kept on this device, like a comment, so that it survives a new log-in. */
function SettleForm({
  accountId,
  n,
  as,
  what,
  closed,
  onClose,
}: {
  accountId: string;
  n: number;
  as: Settlement;
  what: string;
  /** Another person settled it first: the note stays readable, and the buttons disappear. */
  closed: string | null;
  onClose: () => void;
}) {
  const id = useId();
  const draft = useDraft(`invoice.${accountId}.${n}.${as}`);
  const [note, setNote] = useState(textOf(draft.initial?.note ?? ''));
  const settle = useSettle(accountId, n);
  const { button, noteLabel, question } = WORDS[as];
  const type = (text: string) => {
    setNote(text);
    draft.keep({ note: text }, { note: '' });
  };
  const leave = () => {
    draft.forget();
    onClose();
  };
  const isLate = closed !== null && !settle.isPending && !settle.isSuccess;
  const ask = async () => {
    if (isLate || !(await showConfirm(question(what), { confirmLabel: button, isDestructive: as === 'void' }))) return;
    await settle.mutateAsync({ as, note }).then(leave, (error: unknown) => showAlert(messageOf(error)));
  };
  return (
    <form
      className={classes.tool}
      onSubmit={(event) => {
        event.preventDefault();
        void ask();
      }}
    >
      <label htmlFor={id} className={classes.label}>
        {noteLabel}
      </label>
      <Textarea
        id={id}
        size="sm"
        autosize
        minRows={1}
        maxRows={6}
        data-autofocus
        ref={(element) => {
          if (element && document.activeElement === document.body) element.focus();
        }}
        value={note}
        onChange={({ currentTarget }) => type(currentTarget.value)}
      />
      {isLate && (
        <Notice meaning="attention" role="status">
          {closed} {TEXTS.panel.notSavedWith}
        </Notice>
      )}
      <div className={classes.line}>
        {isLate ? (
          // In the place of the pressed button, so that the focus stays there.
          <Button size="compact-sm" variant="default" onClick={leave}>
            Close
          </Button>
        ) : (
          <Button
            type="submit"
            size="compact-sm"
            loading={settle.isPending}
            {...(as === 'void' ? { color: 'red' } : {})}
          >
            {button}
          </Button>
        )}
        {!isLate && (
          <Button size="compact-sm" variant="subtle" onClick={leave}>
            Cancel
          </Button>
        )}
        {!isLate && draft.kept !== 'nowhere' && note !== '' && (
          <span className={classes.quiet}>Draft saved on this device</span>
        )}
      </div>
    </form>
  );
}
