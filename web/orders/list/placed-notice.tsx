import { Link } from 'react-router'

/** Leads from the list of orders to the confirmation of the order that was just placed. */
export function PlacedNotice({ id }: { id: string }) {
  return (
    <p className="rounded-control border border-good bg-raised p-5">
      Thank you for your order.{' '}
      <Link to={`/UserDashboard/order-placed/${id}`} className="link font-medium">
        See what happens next
      </Link>
    </p>
  )
}
