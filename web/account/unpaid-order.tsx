import { LinkButton } from '../ui/button.tsx'

/** Asks for the payment of an order that the shop has taken by phone. `link` leads to the page that pays or cancels it. */
export function UnpaidOrder({ link }: { link: string }) {
  return (
    <section
      aria-labelledby="unpaid-order"
      className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-control border border-bad bg-raised p-5 sm:p-6 print:hidden"
    >
      <div className="flex flex-col gap-1">
        <h2 id="unpaid-order" className="font-display text-2xl leading-tight">
          Please pay for your order
        </h2>
        <p>We pack it when you have paid online, and cancel it if it stays unpaid.</p>
      </div>
      <LinkButton variant="primary" reloadDocument to={link}>
        Pay online
      </LinkButton>
    </section>
  )
}
