import { type ReactNode, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { StoreConfig } from '../api/load-context.ts'
import { adminHome, userHome } from '../session/homes.ts'
import { Icon } from '../ui/icon.tsx'
import demoLogo from './logo.svg?no-inline'
import { toShippingClaim, useStoreConfig } from './store-config.ts'

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

/** The column of the pages that the owner has put there. */
const pagesTitle = 'ABOUT US'

const areas = [adminHome, userHome]

/** The base of the footer's links: the current dashboard, or the root. */
export function findAreaBase(pathname: string): string {
  return areas.find((area) => pathname.toLowerCase().startsWith(area.toLowerCase())) ?? ''
}

/** The picture of the shop's logo. */
export function useLogo(): string {
  const { logo } = useStoreConfig()
  return logo === null ? demoLogo : `${logo}/logo.png`
}

/** `compact` replaces the details of the store and takes less height. */
export function Footer({ compact }: { compact?: ReactNode }) {
  const base = findAreaBase(useLocation().pathname)
  const [open, setOpen] = useState<string>()
  const pages = (useStoreConfig().pages ?? []).filter(({ place }) => place === 'footer' && !compact)
  const columns = [
    ...sections.map(({ title, links }) => ({ title, links: links.map(([target, label]) => ({ to: base + target, label })) })),
    ...(pages.length > 0 ? [{ title: pagesTitle, links: pages.map(({ slug, title }) => ({ to: `/pages/${slug}`, label: title })) }] : []),
  ]
  return (
    <footer className={`bg-sunk before:block before:dashed-line before:text-edge ${compact ? 'mt-12' : 'mt-20 sm:mt-28'}`}>
      <div className={`page-width grid gap-x-16 ${compact ? 'footer-compact' : 'footer-columns'}`}>
        {compact ?? <StoreDetails />}
        {columns.map(({ title, links }) => (
          <FooterSection
            key={title}
            title={title}
            open={open === title}
            isCompact={compact !== undefined}
            onPress={() => setOpen(open === title ? undefined : title)}
          >
            {links.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} className="footer-link md:min-h-10">
                  {label}
                </Link>
              </li>
            ))}
          </FooterSection>
        ))}
      </div>
      {!compact && <Copyright className="page-width pb-10" />}
    </footer>
  )
}

export function Copyright({ className }: { className?: string }) {
  return <p className={`text-sm text-soft ${className}`}>© 2025 {useStoreConfig().storeName}</p>
}

/** `https://www.facebook.com/shop` → `facebook.com`. */
const findHost = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '').replace(/[/?#].*/, '')

/** The addresses of the shop elsewhere, with what links to them. */
export const listSocialLinks = ({ socialUrl, moreSocialUrls = [] }: Pick<StoreConfig, 'socialUrl' | 'moreSocialUrls'>) => [
  ...(socialUrl === '' ? [] : [{ href: socialUrl, label: 'Follow us' }]),
  ...moreSocialUrls.map((href) => ({ href, label: findHost(href) })),
]

export function SocialLinks() {
  const { chatUrl, ...config } = useStoreConfig()
  return (
    <p className="flex flex-wrap gap-x-6">
      {listSocialLinks(config).map(({ href, label }) => (
        <a key={href} href={href} className="link inline-flex min-h-11 items-center" rel="noopener">
          {label}
        </a>
      ))}
      {chatUrl !== '' && (
        <a href={chatUrl} className="link inline-flex min-h-11 items-center" rel="noopener">
          Chat with us
        </a>
      )}
    </p>
  )
}

/** What the store sells, and how to contact it. */
function StoreDetails() {
  const config = useStoreConfig()
  const { storeName, storeEmail, storePhone, storeAddress, range } = config
  const logo = useLogo()
  return (
    <div className="flex flex-col gap-5 max-md:pb-10">
      <div className="flex items-center gap-4">
        <img src={logo} alt={`${storeName} logo`} width={56} height={56} loading="lazy" className="object-contain" />
        <p className="max-w-60 font-display text-lg leading-snug">
          {range} with {toShippingClaim(config)}.
        </p>
      </div>
      <SocialLinks />
      <p className="text-sm text-soft">
        <a href={`mailto:${storeEmail}`} className="footer-link md:min-h-6">
          {storeEmail}
        </a>
        <br />
        <a href={`tel:${storePhone.replace(/[^+\d]/g, '')}`} className="footer-link md:min-h-6">
          {storePhone}
        </a>
      </p>
      {storeAddress !== null && <address className="max-w-80 text-sm text-soft not-italic">{storeAddress}</address>}
    </div>
  )
}

interface FooterSectionProps {
  title: string
  open: boolean
  isCompact: boolean
  onPress: () => void
  children: ReactNode
}

/** An accordion section, closed at first. Without JavaScript it is always open. */
function FooterSection({ title, open, isCompact, onPress, children }: FooterSectionProps) {
  const panel = useId()
  return (
    <section className={isCompact ? '' : 'border-edge border-t max-md:last:border-b'}>
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panel}
          onClick={onPress}
          className={`footer-title ${isCompact ? 'min-h-11' : 'min-h-14'}`}
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
