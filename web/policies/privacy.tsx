import { retention } from '#contract/business.ts'
import { useStoreConfig } from '../layout/store-config.ts'
import type { Route } from './+types/privacy'
import { AreaLink } from './area-link.tsx'
import { describePolicyPage } from './describe-page.ts'
import { GrievanceOfficer } from './grievance-officer.tsx'
import { PolicyPage, type PolicySection } from './policy-page.tsx'

export const meta: Route.MetaFunction = ({ matches, location }) =>
  describePolicyPage({
    facts: matches[0]?.loaderData,
    location,
    path: '/privacy',
    title: 'Privacy Policy',
    description: 'What we know about you, why, for how long, and who else sees it. No trackers, no advertising, no data sold.',
  })

const glance = [
  ['Trackers and advertising', 'None'],
  ['Your data sold', 'Never'],
  ['Your card number', 'Never reaches us'],
  ['Cookies', 'Two, only when you sign in'],
] as const

const sections: readonly PolicySection[] = [
  {
    id: 'what-we-keep',
    heading: 'What we keep, and why',
    body: (
      <ul>
        <li>
          <strong>Your orders:</strong> name, delivery address, phone, email, what you bought and what you paid. We need them to deliver, to
          take returns and for our books, and keep them as long as tax law asks.
        </li>
        <li>
          <strong>Your account, if you make one:</strong> your name, your PIN in a form that nobody can read back, your cart and the address
          you used last, so that you need not type it again.
        </li>
        <li>
          <strong>Your payments:</strong> the amount, its state and Razorpay’s number for it. Your card number is typed into Razorpay’s
          window and never reaches us.
        </li>
        <li>
          <strong>Your messages:</strong> what you write to us lies in our mailbox, as any mail does.
        </li>
        <li>
          <strong>Visits:</strong> a view of the storefront is counted with its time and the kind of your browser. Neither your name nor
          your internet address is with it. Records are deleted after {retention.visitDays} days; daily totals stay.
        </li>
        <li>
          <strong>Internet addresses:</strong> counted for a few hours, so that a script cannot try PINs or send us heaps of orders. Then
          they are deleted.
        </li>
      </ul>
    ),
  },
  {
    id: 'in-your-browser',
    heading: 'What lies in your browser',
    body: (
      <>
        <p>
          If you only look around, we set no cookie. When you sign in, there are two. Neither is for advertising, and no script can read
          them.
        </p>
        <ul>
          <li>
            <code>sid</code> keeps you signed in, for {retention.sessionDays} days after your last visit and {retention.maxSessionDays} days
            at most. Logging out ends it.
          </li>
          <li>
            <code>device</code> tells that you have signed in here before, so that somebody else’s wrong PINs do not lock you out. It lasts{' '}
            {retention.deviceDays} days.
          </li>
        </ul>
        <p>
          Your browser itself also keeps the guest cart, whether someone is signed in and whether sounds are off, until you clear it; and
          what you have typed into a form, until you close the tab. None of that reaches us before you order or sign in.
        </p>
      </>
    ),
  },
  {
    id: 'who-else',
    heading: 'Who else sees it',
    body: (
      <>
        <ul>
          <li>
            <strong>The courier</strong> gets name, address and phone from the parcel.
          </li>
          <li>
            <strong>Razorpay</strong> takes card payments. Its window opens on our payment page only, and its own privacy policy holds
            there.
          </li>
          <li>
            <strong>Our mail service</strong> carries the mails that we send you.
          </li>
          <li>
            <strong>Courts and authorities</strong>, where the law obliges us.
          </li>
        </ul>
        <p>
          Nobody else. We do not sell data, we show no advertising, and no page but the payment page loads anything from another company.
        </p>
      </>
    ),
  },
  {
    id: 'how-we-guard-it',
    heading: 'How we guard it',
    body: (
      <p>
        PINs are stored as salted hashes, sign-in tokens likewise, and repeated wrong tries are slowed down and stopped. Our technical logs
        hold no names, addresses, phone numbers or order contents.
      </p>
    ),
  },
  {
    id: 'your-rights',
    heading: 'Your rights',
    body: <Rights />,
  },
]

function Rights() {
  const { storeEmail } = useStoreConfig()
  return (
    <>
      <p>
        Ask us for a copy of what we have about you, to put it right, or to delete it. Write to{' '}
        <a href={`mailto:${storeEmail}`} className="link">
          {storeEmail}
        </a>{' '}
        or use the <AreaLink to="/contact">contact form</AreaLink>. We delete all that no law makes us keep.
      </p>
      <GrievanceOfficer />
      <p>
        If our answer does not satisfy you, you can turn to the Data Protection Board of India. Should this page change, its date at the top
        changes with it.
      </p>
    </>
  )
}

export default function Privacy() {
  return (
    <PolicyPage
      title="Privacy Policy"
      lead="We know what we need to send you clothes, and not much more. Here is all of it."
      glance={glance}
      sections={sections}
    />
  )
}
