import { Link, useRevalidator } from 'react-router'
import { type SettingGroup, settingGroupNames } from '#contract/settings/setting-groups.ts'
import type { SettingGroupState } from '#contract/settings/settings.ts'
import { callSignedIn } from '../../session/call-signed-in.ts'
import { pageTitle } from '../../ui/page-title.ts'
import { SettingTabs } from '../kit/admin-tabs.tsx'
import { ListFrame } from '../kit/list-frame.tsx'
import { settingsPath, taxRatesPath } from '../kit/list-href.ts'
import type { Route } from './+types/settings-page'
import { FrontPageForm } from './front-page-form.tsx'
import { History } from './history.tsx'
import { MailServer } from './mail-server/mail-server.tsx'
import { PlainGroupForm } from './plain-group-form.tsx'

const findGroup = (text: string | undefined): SettingGroup => settingGroupNames.find((name) => name === text?.toLowerCase()) ?? 'shop'

export async function clientLoader({ params }: Route.ClientLoaderArgs) {
  const group = findGroup(params.group)
  const [{ groups }, { entries }] = await Promise.all([
    callSignedIn('GET /settings', {}),
    callSignedIn('GET /settings/:group/history', { params: { group } }),
  ])
  return { group, state: groups[group] as unknown as SettingGroupState, entries }
}

export const meta = pageTitle('Shop')

/** The settings of the shop, one group on a tab. */
export default function SettingsPage({ loaderData: { group, state, entries } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const shared = { state, onChanged: () => revalidate() }
  return (
    <ListFrame title="Shop" tabs={<SettingTabs />}>
      {group === 'tax' && (
        <p className="max-w-prose text-soft">
          Invoices and credit notes have the legal name, the address and the GSTIN of{' '}
          <Link to={`${settingsPath}/shop`} className="link">
            Name and contact
          </Link>
          , and are issued once the shop has a GSTIN. What is taxed how is under{' '}
          <Link to={taxRatesPath} className="link">
            Tax rates
          </Link>
          .
        </p>
      )}
      {group === 'mails' && <MailServer />}
      {group === 'front-page' ? <FrontPageForm {...shared} /> : <PlainGroupForm key={`${group} form`} group={group} {...shared} />}
      <History key={`${group} history`} group={group} entries={entries} {...shared} />
    </ListFrame>
  )
}
