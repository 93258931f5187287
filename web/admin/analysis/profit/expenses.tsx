import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { CallReply } from '#contract/contract.ts'
import { type Expense, type ExpenseKind, expenseKinds, expensesCalls, expensesPerPage } from '#contract/figures/expenses.ts'
import { toIndianDay } from '#contract/kernel/indian-time.ts'
import { formatRupees } from '#contract/kernel/money.ts'
import { createKey } from '../../../api/idempotency-key.ts'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { downloadSignedIn } from '../../../session/download-signed-in.ts'
import { useRight } from '../../../session/use-right.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import { FigureTabs } from '../../kit/admin-tabs.tsx'
import { defineList, oneOf, parseMonth } from '../../kit/define-list.ts'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { formatDate } from '../../kit/format-time.ts'
import { FilterSelect } from '../../kit/list-frame.tsx'
import { analysisPath, buildListHref } from '../../kit/list-href.ts'
import { ListPage } from '../../kit/list-page.tsx'
import { Needs } from '../../kit/needs.tsx'
import { actionColumn, RowActions } from '../../kit/row-actions.tsx'
import { SmallLink } from '../../kit/small-button.tsx'
import type { Column } from '../../kit/table.tsx'
import { StatusMessage, useAction } from '../../kit/use-action.tsx'
import { FileButtons } from '../parts/file-buttons.tsx'
import { MonthChart } from '../parts/month-chart.tsx'
import { formatMonth, listMonths } from '../parts/months.tsx'
import '../../../ui/print.css'

const expenses = defineList({
  path: analysisPath,
  filters: { view: oneOf(['expenses']), month: parseMonth, kind: oneOf(expenseKinds) },
  load: ({ view: _view, ...query }) => callSignedIn('GET /figures/expenses', { query }),
})

export const loadExpenses = expenses.loader

const kindChoices = expenseKinds.map((kind) => [kind, kind.charAt(0).toUpperCase() + kind.slice(1)] as const)
const kindNames = Object.fromEntries(kindChoices)

const bars = [{ name: 'amount', title: 'Expenses', fill: 'var(--color-thread)' }] as const

const columns: readonly Column<Expense>[] = [
  { head: 'Day', className: 'sm:whitespace-nowrap', cell: ({ day }) => formatDate(day) },
  {
    head: 'For',
    className: 'wrap-anywhere',
    cell: ({ kind, note }) => (
      <>
        <span className="font-semibold">{kindNames[kind]}</span>
        {note !== '' && <span className="block text-soft">{note}</span>}
      </>
    ),
  },
  { head: 'Entered by', className: 'max-sm:hidden sm:min-w-24 wrap-anywhere', cell: ({ enteredBy }) => enteredBy ?? '–' },
  { head: 'Amount', number: true, cell: ({ amount }) => formatRupees(amount) },
]

/** The sum of the list, and of the month before where it is that of a month. */
function describeSum({ sum, months }: CallReply<'GET /figures/expenses'>, month: string | undefined): string {
  const before = months.at(-2)
  if (month === undefined || !before) return `${formatRupees(sum)} in all`
  return `${formatRupees(sum)}, ${formatRupees(before.amount)} in ${formatMonth(before.month)}`
}

/** What the shop spends beside goods. */
export function Expenses({ filters: { view: _view, ...filters }, ...loaded }: Awaited<ReturnType<typeof loadExpenses>>) {
  const { revalidate } = useRevalidator()
  const mayChange = useRight('money')
  const [dialog, setDialog] = useState<{ expense?: Expense }>()
  const { message, ask, dialog: question } = useAction(revalidate)
  const { list } = loaded
  const download = () =>
    downloadSignedIn({
      route: 'GET /figures/expenses/export',
      input: { query: filters },
      fileName: `expenses-${filters.month ?? toIndianDay()}.csv`,
    })
  const close = () => setDialog(undefined)
  // After somebody else's change, the list has the version that the next request is based on.
  const edited = dialog?.expense && (list?.expenses.find(({ _id }) => _id === dialog.expense?._id) ?? dialog.expense)
  const saved = () => {
    close()
    revalidate()
  }
  const remove = ({ _id: id, kind, amount, version }: Expense) =>
    ask({ title: 'Delete this expense?', text: `${kindNames[kind]}, ${formatRupees(amount)}`, action: 'Delete' }, () =>
      callSignedIn('DELETE /figures/expenses/:id', { params: { id }, query: { version } }).finally(revalidate),
    )
  const actions = actionColumn<Expense>((expense) => (
    <RowActions
      name={`${kindNames[expense.kind]}, ${formatRupees(expense.amount)}, ${formatDate(expense.day)}`}
      edit={() => setDialog({ expense })}
      onDelete={() => remove(expense)}
    />
  ))
  return (
    <div data-print>
      <ListPage
        title="Expenses"
        tabs={<FigureTabs />}
        definition={{ path: analysisPath, buildHref: (params, page) => expenses.buildHref({ ...params, view: 'expenses' }, page) }}
        loaded={{ ...loaded, filters }}
        rows={list?.expenses}
        columns={mayChange ? [...columns, actions] : columns}
        label="Expenses, newest first"
        rowsPerPage={expensesPerPage}
        noun={['expense', 'expenses']}
        aside={list && <p className="text-soft">{describeSum(list, filters.month)}</p>}
        intro="What the shop spends beside goods. The profit of a month counts what is entered for its days. An expense of several months is entered once for each of them."
        filters={
          <>
            <input type="hidden" name="view" value="expenses" />
            <FilterSelect
              name="month"
              label="Month"
              value={filters.month ?? ''}
              allLabel="All months"
              choices={listMonths(filters.month)}
            />
            <FilterSelect name="kind" label="Kind" value={filters.kind ?? ''} allLabel="All kinds" choices={kindChoices} />
          </>
        }
        actions={
          <>
            <SmallLink to={buildListHref({ path: analysisPath, params: { view: 'profit', month: filters.month } })}>Profit</SmallLink>
            <FileButtons download={download} />
            <Needs right="money">
              <Button variant="ink" className="sm:min-h-9 sm:py-1 sm:text-sm" onClick={() => setDialog({})}>
                Add an expense
              </Button>
            </Needs>
          </>
        }
        above={
          <>
            <StatusMessage message={message} />
            {list && <MonthChart months={list.months} bars={bars} label="Expenses by month" format={formatRupees} />}
          </>
        }
        empty="No expenses yet."
        emptyFound="No expenses found."
      >
        {dialog && <ExpenseDialog {...(edited && { expense: edited })} onSaved={saved} onStale={revalidate} onClose={close} />}
        {question}
      </ListPage>
    </div>
  )
}

interface ExpenseDialogProps {
  /** undefined: a new one */
  expense?: Expense
  onSaved: () => void
  onStale: () => void
  onClose: () => void
}

interface Values {
  day: string
  kind: ExpenseKind
  amount: string
  note: string
}

function ExpenseDialog({ expense, ...dialog }: ExpenseDialogProps) {
  const sent = useRef({ contents: '', key: '' })
  /** The same expense sent again from this dialog has the same key, because the answer may have been lost. */
  const findKey = (body: Values): string => {
    const contents = JSON.stringify(body)
    if (sent.current.contents !== contents) sent.current = { contents, key: createKey() }
    return sent.current.key
  }
  const { day = toIndianDay(), kind = 'other', amount, note = '' } = expense ?? {}
  return (
    <FormDialog<Values, object>
      title={expense ? 'Change the expense' : 'Add an expense'}
      defaultValues={{ day, kind, amount: amount === undefined ? '' : String(amount), note }}
      body={expensesCalls.addExpense.body}
      send={(body) =>
        expense
          ? callSignedIn('PATCH /figures/expenses/:id', { params: { id: expense._id }, body: { ...body, version: expense.version } })
          : callSignedIn('POST /figures/expenses', { headers: { 'idempotency-key': findKey(body) }, body })
      }
      {...dialog}
    >
      {({ field }) => (
        <>
          <TextField label="Day" type="date" {...field('day')} />
          <SelectField label="For" choices={kindChoices} {...field('kind')} />
          <TextField label="Amount, in rupees" inputMode="decimal" autoComplete="off" {...field('amount')} />
          <TextField label="Note" optional autoComplete="off" {...field('note')} />
        </>
      )}
    </FormDialog>
  )
}
