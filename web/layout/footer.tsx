import { type ReactNode, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { Divider } from '../ui/divider.tsx'
import { Icon } from '../ui/icon.tsx'
import logo from './logo.svg?no-inline'
import { useStoreConfig } from './store-config.ts'

/** Labels and targets as in spec §2. /term is the shipping policy and /ship the terms. */
const sections = [
  {
    title: 'INFORMATION',
    links: [
      ['/returnPolicy', 'Return, Refund'],
      ['/cancel', 'Cancellation'],
      ['/privacy', 'Privacy Policy'],
      ['/term', 'Shipping Policy'],
      ['/ship', 'Terms & Conditions'],
    ],
  },
  {
    title: 'SUPPORT',
    links: [
      ['/help-center', 'Help Center'],
      ['/contact', 'Contact'],
      ['/order-tracking', 'Order Tracking'],
    ],
  },
] as const

const areas = ['/AdminDashboardWrapper', '/UserDashboard']

/** The base of the footer's links: the current dashboard, or the root. */
export function findAreaBase(pathname: string): string {
  return areas.find((area) => pathname.toLowerCase().startsWith(area.toLowerCase())) ?? ''
}

export function Footer() {
  const { storeName, socialUrl, chatUrl, storeEmail, storePhone, storeAddress } = useStoreConfig()
  const base = findAreaBase(useLocation().pathname)
  const [open, setOpen] = useState<string>()
  return (
    <footer className="mt-20 bg-sunk sm:mt-28">
      <Divider className="text-edge" />
      <div className="page-width grid gap-x-16 py-12 md:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_minmax(0,1fr)] md:py-16">
        <div className="flex flex-col gap-5 max-md:pb-10">
          <div className="flex items-center gap-4">
            <img src={logo} alt={`${storeName} logo`} width={56} height={56} loading="lazy" />
            <p className="max-w-60 font-display text-lg leading-snug">Tees, joggers, hoodies and denim with free shipping across India.</p>
          </div>
          <p className="flex flex-wrap gap-x-6">
            <a href={socialUrl} className="link inline-flex min-h-11 items-center" rel="noopener">
              Follow us
            </a>
            <a href={chatUrl} className="link inline-flex min-h-11 items-center" rel="noopener">
              Chat with us
            </a>
          </p>
          <p className="text-sm text-soft">
            <a href={`mailto:${storeEmail}`} className="inline-flex min-h-6 items-center hover:underline">
              {storeEmail}
            </a>
            <br />
            <a href={`tel:${storePhone.replace(/[^+\d]/g, '')}`} className="inline-flex min-h-6 items-center hover:underline">
              {storePhone}
            </a>
          </p>
          {storeAddress !== null && <address className="max-w-80 text-sm text-soft not-italic">{storeAddress}</address>}
        </div>
        {sections.map(({ title, links }) => (
          <FooterSection key={title} title={title} open={open === title} onPress={() => setOpen(open === title ? undefined : title)}>
            {links.map(([target, label]) => (
              <li key={target}>
                <Link to={base + target} className="inline-flex min-h-10 items-center hover:underline">
                  {label}
                </Link>
              </li>
            ))}
          </FooterSection>
        ))}
      </div>
      <p className="page-width pb-10 text-sm text-soft">© 2025 {storeName}</p>
    </footer>
  )
}

/** An accordion section, closed at first. Without JavaScript it is always open. */
function FooterSection({ title, open, onPress, children }: { title: string; open: boolean; onPress: () => void; children: ReactNode }) {
  const panel = useId()
  return (
    <section className="border-edge border-t max-md:last:border-b">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          onClick={onPress}
          className="flex min-h-14 w-full items-center justify-between text-sm font-semibold tracking-[0.08em]"
        >
          {title}
          <Icon name="down" size={18} className={`transition-transform duration-150 ${open ? 'rotate-180' : ''}`} />
        </button>
      </h2>
      <ul id={panel} className={`pb-4 ${open ? '' : 'js:hidden'}`}>
        {children}
      </ul>
    </section>
  )
}
