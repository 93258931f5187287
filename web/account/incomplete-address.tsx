import { LinkButton } from '../ui/button.tsx'

/** Asks for what the courier misses in the address of an order. `link` leads to the page that completes it. */
export function IncompleteAddress({ link }: { link: string }) {
  return (
    <section
      aria-labelledby="incomplete-address"
      className="flex flex-wrap items-center justify-between gap-x-10 gap-y-4 rounded-control border border-bad bg-raised p-5 sm:p-6 print:hidden"
    >
      <div className="flex flex-col gap-1">
        <h2 id="incomplete-address" className="font-display text-2xl leading-tight">
          Please complete your address
        </h2>
        <p>The courier needs a PIN code and a 10-digit phone number. You can add them until we ship your order.</p>
      </div>
      <LinkButton variant="primary" to={link}>
        Complete the address
      </LinkButton>
    </section>
  )
}
