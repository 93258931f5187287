import type { AdminOrderDetail } from '#contract/orders/admin-orders.ts'
import { useAction } from '../../kit/use-action.tsx'

/** Props of the parts of the drawer that change the order. */
export interface OrderPartProps {
  order: AdminOrderDetail
  onChange: (order: AdminOrderDetail) => void
  /** the order was changed by someone else: reload it */
  onStale: () => void
}

export interface OrderFormProps extends OrderPartProps {
  /** whether there is something that is not saved */
  onEdit: (isEdited: boolean) => void
}

interface OrderReply {
  readonly message: string
  readonly order: AdminOrderDetail
}

type Asked = Parameters<ReturnType<typeof useAction>['ask']>[0]

/** `useAction` for calls that reply with the changed order. */
export function useOrderAction({ onChange, onStale }: Pick<OrderPartProps, 'onChange' | 'onStale'>) {
  const { run, ask, ...action } = useAction(onStale)
  const show = ({ order }: OrderReply) => onChange(order)
  return {
    ...action,
    run: (request: () => Promise<OrderReply>) => run(request, show),
    ask: (question: Asked, request: () => Promise<OrderReply>) => ask(question, request, show),
  }
}
