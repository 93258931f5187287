import type { DeskOrder, OrderProblem } from '#contract/orders/order-desk.ts'
import { SelectBox } from '../../kit/selection.tsx'
import type { Column } from '../../kit/table.tsx'
import { describePersonReturns } from '../../shared/describe-person-returns.ts'
import { orderColumns } from '../list/order-columns.tsx'

/** Problems that the columns of all orders do not show. */
export const problemTexts: Partial<Record<OrderProblem, string>> = {
  refunded: 'Refunded, please cancel it',
  payment: 'Payment to review',
  'other state': 'Composition scheme: other state',
  letters: 'Name in Latin letters needed for the invoice',
}

interface DeskColumns {
  orders: readonly DeskOrder[]
  isSelected: (id: string) => boolean
  onSelect: (orders: readonly DeskOrder[], isSelected: boolean) => void
  /** selects the orders from the last selected one to this one */
  onSelectRange: (order: DeskOrder) => void
}

/** The columns of the order desk: those of all orders, with checkboxes and what is late or needs a person. */
export function buildDeskColumns({ orders, isSelected, onSelect, onSelectRange }: DeskColumns): readonly Column<DeskOrder>[] {
  const selected = orders.filter(({ _id }) => isSelected(_id)).length
  const checkboxes: Column<DeskOrder> = {
    head: 'Select',
    className: 'w-11 sm:w-9',
    headContent: (
      <SelectBox
        label="Select all orders of this page"
        checked={orders.length > 0 && selected === orders.length}
        isPartial={selected > 0 && selected < orders.length}
        onChange={(isOn) => onSelect(orders, isOn)}
      />
    ),
    cell: (order) => (
      <SelectBox
        label={`Select order ${order.number}`}
        checked={isSelected(order._id)}
        onChange={(isOn, { isRange }) => (isOn && isRange ? onSelectRange(order) : onSelect([order], isOn))}
      />
    ),
  }
  const columns = orderColumns.map((column): Column<DeskOrder> => {
    if (column.head !== 'Status') return column as Column<DeskOrder>
    return {
      ...column,
      cell: (order) => (
        <>
          {column.cell(order)}
          {order.personReturns && <span className="block text-soft">{describePersonReturns(order.personReturns)}</span>}
          {order.bookingProblem && <span className="block font-medium text-bad">{order.bookingProblem}</span>}
          {order.isLate && <span className="block font-semibold text-bad">Late</span>}
          {order.problems.includes('size') && <span className="block font-medium text-bad lg:hidden">Size to be confirmed</span>}
          {order.problems.map(
            (problem) =>
              problemTexts[problem] && (
                <span key={problem} className="block font-medium text-bad">
                  {problemTexts[problem]}
                </span>
              ),
          )}
        </>
      ),
    }
  })
  return [checkboxes, ...columns]
}
