import { returnWindowDays, serviceHours } from '#contract/business.ts'

/** The four value propositions of spec §1, with their icons. */
const valueProps = [
  {
    title: 'Free shipping',
    text: 'On every order across India, with no minimum spend.',
    iconPath: 'M4 14h24v20H4zM28 20h9l7 7v7H28zM12 38a4 4 0 1 0 .1 0M36 38a4 4 0 1 0 .1 0',
  },
  {
    title: '24/7 support',
    text: `Write to us at any hour. We answer ${serviceHours.days}, ${serviceHours.from} to ${serviceHours.to}.`,
    iconPath: 'M6 10h36v24H24l-9 8v-8H6zM15 19h18M15 26h11',
  },
  {
    title: 'Money-back guarantee',
    text: `Not happy with it? Return it within ${returnWindowDays} days of delivery.`,
    iconPath: 'M12 10h24M12 18h24M12 10h8c12 0 12 15 0 15h-8l17 15',
  },
  {
    title: 'Secure payment',
    text: 'Pay cash on delivery, or by card over an encrypted connection.',
    iconPath: 'M10 22h28v20H10zM16 22v-6a8 8 0 0 1 16 0v6M24 29v6',
  },
] as const

export function ValueProps() {
  return (
    <section aria-labelledby="value-props" className="page-width pt-20 sm:pt-28">
      <h2 id="value-props" className="sr-only">
        Why shop with us
      </h2>
      <ul className="grid gap-x-8 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
        {valueProps.map(({ title, text, iconPath }) => (
          <li key={title} className="flex flex-col gap-2 border-t border-ink pt-5">
            <svg
              viewBox="0 0 48 48"
              width="48"
              height="48"
              fill="none"
              aria-hidden="true"
              className="mb-2 stroke-thread"
              strokeWidth="2.2"
              strokeLinecap="round"
              strokeDasharray="4.5 3.2"
            >
              <path d={iconPath} />
            </svg>
            <h3 className="font-display text-xl leading-tight">{title}</h3>
            <p className="max-w-72 text-soft">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
