import { serviceHours } from '#contract/kernel/limits/service-hours.ts'
import type { StoreConfig } from '../../api/load-context.ts'
import { useStoreConfig } from '../store-config.ts'
// A file of its own, because the first script is loaded before anything can be used.
import icons from './value-props.svg?no-inline'

const { days, from, to } = serviceHours

/** The four value propositions of spec §1, with their icons. The owner may have written other texts. */
export const listValueProps = ({
  policies,
  shipping,
  offersCod,
  texts,
}: Pick<StoreConfig, 'policies' | 'shipping' | 'offersCod' | 'texts'>) => [
  {
    ...shipping.tile,
    icon: 'shipping' as const,
  },
  {
    title: '24/7 support',
    text: `Write to us at any hour. We answer ${texts?.serviceHours ?? `${days}, ${from} to ${to}`}.`,
    icon: 'support' as const,
  },
  {
    title: 'Money-back guarantee',
    text: `Not happy with it? Return it within ${policies.returnWindowDays} days of delivery.`,
    icon: 'money' as const,
  },
  {
    title: 'Secure payment',
    text: `Pay by UPI or card over an encrypted connection${offersCod !== false ? ', or cash on delivery' : ''}.`,
    icon: 'payment' as const,
  },
]

export function ValueProps() {
  const config = useStoreConfig()
  const { texts } = config
  const valueProps = listValueProps(config)
  return (
    <section aria-labelledby="value-props" className="page-width pt-20 sm:pt-28">
      <h2 id="value-props" className="sr-only">
        Why shop with us
      </h2>
      <ul className="value-props">
        {valueProps.map(({ title, text, icon }) => (
          <li key={icon} className="flex flex-col gap-2 border-t border-ink pt-5">
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
              <use href={`${icons}#${icon}`} />
            </svg>
            <h3 className="font-display text-xl leading-tight">{texts?.[`${icon}Title`] ?? title}</h3>
            <p className="max-w-72 text-soft">{texts?.[`${icon}Text`] ?? text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
