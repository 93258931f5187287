import { formatPayOnline } from '#contract/orders/pay-online-text.ts'
import { LinkButton } from '../../ui/button.tsx'

interface PayOnlineOfferProps {
  /** to the page that takes the payment */
  link: string
  /** rupees that an offer takes off; undefined without one */
  saving: number | undefined
}

/** Offers to pay an order on delivery online, until it is packed. */
export const PayOnlineOffer = ({ link, saving }: PayOnlineOfferProps) => (
  <div className="flex flex-col items-start gap-2 print:hidden">
    <LinkButton reloadDocument to={link}>
      {formatPayOnline(saving)}
    </LinkButton>
    <p className="text-sm text-soft">By UPI, card or net banking, until we pack your order. The courier then collects nothing.</p>
  </div>
)
