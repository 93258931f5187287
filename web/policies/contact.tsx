import { listSocialLinks } from '../layout/footer.tsx'
import { useStoreConfig } from '../layout/store-config.ts'
import type { Route } from './+types/contact'
import { AreaLink } from './area-link.tsx'
import { ContactForm } from './contact-form.tsx'
import { describePolicyPage } from './policy-page.tsx'
import { serviceHoursText } from './policy-terms.ts'
import { PolicyText } from './policy-text.tsx'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  describePolicyPage({
    config: matches[0]?.loaderData,
    location,
    path: '/contact',
    title: 'Contact',
    description: `Contact us by form, email, phone or chat. Customer service: ${matches[0]?.loaderData?.texts?.serviceHours ?? serviceHoursText}.`,
  })

/** The contact form and the shop's contact details. */
export default function Contact() {
  return (
    <div className="page-width flex flex-col gap-10 pt-8 sm:pt-12">
      <header className="flex max-w-prose flex-col gap-4">
        <h1 className="title">Contact</h1>
        <p className="text-lg text-soft">
          We read every message. You may find your answer faster in the <AreaLink to="/help-center">Help Center</AreaLink>, or you can{' '}
          <AreaLink to="/order-tracking">track your order</AreaLink>. Did you write to us before?{' '}
          <AreaLink to="/ticket">See your message</AreaLink>.
        </p>
      </header>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-12 gap-y-12 lg:grid-cols-[minmax(0,42rem)_22rem] xl:gap-x-20">
        <ContactForm />
        <ContactDetails />
      </div>
    </div>
  )
}

function ContactDetails() {
  const { storeName, storeEmail, storePhone, storeAddress, gstin, grievanceOfficer, chatUrl, texts, ...config } = useStoreConfig()
  const details = [
    { term: 'Email', description: <PolicyText text={`[${storeEmail}](mailto:${storeEmail})`} /> },
    { term: 'Phone', description: <PolicyText text={`[${storePhone}](tel:${storePhone.replace(/[^+\d]/g, '')})`} /> },
    { term: 'Customer service', description: texts?.serviceHours ?? `${serviceHoursText} (Indian time)` },
    ...(storeAddress === null ? [] : [{ term: 'Address', description: storeAddress }]),
    ...(gstin === null ? [] : [{ term: 'GSTIN', description: gstin }]),
    ...(grievanceOfficer === null ? [] : [{ term: 'Grievance officer', description: grievanceOfficer }]),
  ]
  const links = [...(chatUrl === '' ? [] : [{ href: chatUrl, label: 'Chat with us' }]), ...listSocialLinks(config)]
  return (
    <section
      aria-labelledby="contact-details"
      className="flex flex-col gap-4 rounded-control bg-sunk p-6 max-lg:max-w-2xl lg:sticky lg:top-24"
    >
      <h2 id="contact-details" className="font-display text-2xl">
        {storeName}
      </h2>
      <address className="not-italic">
        <dl className="grid gap-4 wrap-anywhere [&_a]:inline-flex [&_a]:min-h-8 [&_a]:items-center [&_dt]:text-sm [&_dt]:text-soft">
          {details.map(({ term, description }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{description}</dd>
            </div>
          ))}
          {links.length > 0 && (
            <div>
              <dt>Chat and social media</dt>
              <dd className="flex flex-wrap gap-x-6">
                {links.map(({ href, label }) => (
                  <a key={href} href={href} rel="noopener" className="link">
                    {label}
                  </a>
                ))}
              </dd>
            </div>
          )}
        </dl>
      </address>
    </section>
  )
}
