import { LinkButton } from '../../ui/button.tsx'

/** Offers to pay an order on delivery online, until it is packed. `link` leads to the page that takes the payment. */
export const PayOnlineOffer = ({ link }: { link: string }) => (
  <div className="flex flex-col items-start gap-2 print:hidden">
    <LinkButton reloadDocument to={link}>
      Pay online now
    </LinkButton>
    <p className="text-sm text-soft">By UPI, card or net banking, until we pack your order. The courier then collects nothing.</p>
  </div>
)
