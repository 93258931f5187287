import { expect, test } from 'vitest'
import { type RecordedCall, recordedCalls } from '#contract/activity/recorded-calls.ts'
import { adminHome } from '../../session/homes.ts'
import { buildRecordHref } from './activity-href.ts'

const hrefOf = (call: RecordedCall, subject: { _id: string | null; name: string }) =>
  buildRecordHref({ ...recordedCalls[call], subject })?.replace(`${adminHome}/`, '')

const record = { _id: 'id-1', name: 'Asha' }

test.each<[RecordedCall, { _id: string | null; name: string }, string | undefined]>([
  ['login', { _id: 'id-1', name: 'Chrome on Linux' }, undefined],
  ['changeAdminPin', record, undefined],
  ['inviteStaff', { _id: 'packer', name: 'packer' }, 'staff'],
  ['changeStaffSet', { _id: 'packer', name: 'Packer' }, 'staff'],
  ['changeAdministrator', record, 'staff'],
  ['resetUserPin', record, 'userData?q=Asha'],
  ['createApiKey', record, 'settings/api-keys'],
  ['editWebhook', record, 'settings/webhooks'],
  ['deleteWebhook', record, undefined],
  ['setRazorpayKeys', { _id: 'razorpay', name: 'razorpay' }, 'settings/providers'],
  ['setMailServer', { _id: 'mail-server', name: '' }, 'settings/mails'],
  ['startShopImport', record, 'settings/import'],
  ['createImport', record, 'import?id=id-1'],
  ['importCustomers', { _id: null, name: '' }, 'customers'],
  ['exportMonth', { _id: null, name: '' }, 'documents'],
  ['startShopExport', { _id: null, name: '' }, 'settings/export'],
  ['editCategory', { _id: 'TEE', name: 'Tees' }, 'categories?open=TEE'],
  ['archiveOrder', record, 'OrderDetail?open=id-1'],
  ['addRedirect', { _id: 'id-1', name: '/old' }, 'settings/redirects?q=%2Fold'],
])('%s leads to the screen of its record', (call, subject, href) => {
  expect(hrefOf(call, subject)).toBe(href)
})
