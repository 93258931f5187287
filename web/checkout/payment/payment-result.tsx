import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useStoreConfig } from '../../layout/store-config.ts'
import { usePaymentOutcome } from '../../orders/shared/payment-outcome.ts'
import { LinkButton } from '../../ui/button.tsx'
import { Divider } from '../../ui/divider.tsx'

/** The page of a payment that did not become an order. `contactHref`: the contact page of this area. */
export function PaymentResult({
  title,
  text,
  contactHref,
  mayBePaid = false,
  children,
}: {
  title: string
  text: string
  contactHref: string
  /** nothing here leads to a second payment */
  mayBePaid?: boolean
  children: ReactNode
}) {
  const { storePhone, storeEmail } = useStoreConfig()
  const { refundMessage, failureReason, checkoutSearch = '' } = usePaymentOutcome()
  return (
    <div className="page-width flex justify-center pt-10 sm:pt-16">
      <div className="flex w-full max-w-xl flex-col gap-6">
        <div role="alert" className="flex flex-col gap-4">
          <h1 className="title">{refundMessage === undefined ? title : 'Payment Refunded'}</h1>
          <p className="text-lg">{refundMessage ?? text}</p>
          {failureReason && <p className="text-soft">The bank says: {failureReason}</p>}
        </div>
        <Divider className="text-thread" />
        {refundMessage === undefined && <div className="flex flex-col gap-2 text-soft">{children}</div>}
        {mayBePaid && refundMessage === undefined ? (
          <LinkButton variant="primary" to="/UserDashboard/myOrders" className="self-start">
            See my orders
          </LinkButton>
        ) : (
          <div className="flex flex-wrap gap-3">
            <LinkButton variant="primary" to={`/UserDashboard/order${checkoutSearch}`}>
              Try again
            </LinkButton>
            <LinkButton to={`/UserDashboard/cod${checkoutSearch}`}>Pay on delivery instead</LinkButton>
            <LinkButton to="/UserDashboard/cart">Back to cart</LinkButton>
          </div>
        )}
        <p className="text-sm text-soft">
          Need help?{' '}
          <Link className="link" to={contactHref}>
            Contact us
          </Link>
          , email{' '}
          <a className="link" href={`mailto:${storeEmail}`}>
            {storeEmail}
          </a>{' '}
          or call{' '}
          <a className="link whitespace-nowrap" href={`tel:${storePhone.replace(/[^+\d]/g, '')}`}>
            {storePhone}
          </a>
          .
        </p>
      </div>
    </div>
  )
}
