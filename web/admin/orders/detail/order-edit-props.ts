import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'

/** Props of the parts of the drawer that change the order. */
export interface OrderEditProps {
  order: AdminOrderDetail
  onChange: (order: AdminOrderDetail) => void
  /** the order was changed by someone else: reload it */
  onStale: () => void
  /** whether there is something that is not saved */
  onEdit: (isEdited: boolean) => void
}
