import { type ReactNode, useId } from 'react'
import { LinkButton } from '../../ui/button.tsx'

/** Something that a shopper has to do before an order is sent. */
function RequiredAction({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-control border border-bad bg-raised p-5 sm:p-6 print:hidden"
    >
      <div className="flex flex-col gap-1">
        <h2 id={id} className="font-display text-2xl leading-tight">
          {title}
        </h2>
        <p>{text}</p>
      </div>
      {children}
    </section>
  )
}

/** Asks for what the courier misses in the address of an order. `link` leads to the page that completes it. */
export const IncompleteAddress = ({ link }: { link: string }) => (
  <RequiredAction
    title="Please complete your address"
    text="The courier needs a PIN code and a 10-digit phone number. You can add them until we ship your order."
  >
    <LinkButton variant="primary" to={link}>
      Complete the address
    </LinkButton>
  </RequiredAction>
)

/** Asks for the payment of an order that the shop has taken by phone. `link` leads to the page that pays or cancels it. */
export const UnpaidOrder = ({ link }: { link: string }) => (
  <RequiredAction title="Please pay for your order" text="We pack it after you have paid online, and cancel it if it stays unpaid.">
    <LinkButton variant="primary" reloadDocument to={link}>
      Pay online
    </LinkButton>
  </RequiredAction>
)
