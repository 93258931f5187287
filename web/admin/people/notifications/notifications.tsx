import { useRef } from 'react'
import { useRevalidator } from 'react-router'
import { callSignedIn } from '../../../session/call-signed-in.ts'
import { pageTitle } from '../../../ui/page-title.ts'
import { showToast } from '../../../ui/toast.ts'
import { UserTabs } from '../../kit/admin-tabs.tsx'
import { ListFrame } from '../../kit/list-frame.tsx'
import { settingsPath } from '../../kit/list-href.ts'
import { Section } from '../../kit/section.tsx'
import { ScreenLink } from '../../kit/small-button.tsx'
import type { Route } from './+types/notifications'
import { DeviceList } from './device-list.tsx'
import { ThisDevice } from './this-device.tsx'

export const clientLoader = () => callSignedIn('GET /push/devices', {})

export const meta = pageTitle('Notifications')

/** Where the administrator is notified of orders and problems. */
export default function Notifications({ loaderData: { publicKey, devices } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const heading = useRef<HTMLHeadingElement>(null)
  const showRemoval = async (message: string) => {
    showToast({ text: message })
    heading.current?.focus()
    await revalidate()
  }
  return (
    <ListFrame title="Notifications" tabs={<UserTabs />}>
      <p className="max-w-prose text-soft">
        New orders, and problems such as payments to review or emails that are not sent, appear on your devices within a minute or two, also
        while the shop is closed there. A notification has the number and amount of an order, never a customer. The daily report by email is
        under{' '}
        <ScreenLink to={`${settingsPath}/mails`} className="link whitespace-nowrap" otherwise="Shop, Emails">
          Shop, Emails
        </ScreenLink>
        .
      </p>
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[2fr_3fr]">
        <Section title="This device" className="gap-4">
          <ThisDevice publicKey={publicKey} devices={devices} onChanged={revalidate} />
        </Section>
        <section aria-labelledby="devices" className="flex flex-col gap-4">
          <h2 ref={heading} id="devices" tabIndex={-1} className="font-display text-2xl outline-none">
            Your devices
          </h2>
          <DeviceList devices={devices} onChanged={revalidate} onRemoved={showRemoval} />
        </section>
      </div>
    </ListFrame>
  )
}
