import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { recordedCalls } from '#contract/activity/recorded-calls.ts'
import { contract } from '#contract/contract.ts'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { activitySources } from './activity-sources.ts'

/** Calls whose changes another table records, by the source that shows them. */
const histories: Readonly<Record<string, string>> = {
  changeStock: 'stock_movements',
  setStockBySku: 'stock_movements',
  setStocksBySku: 'stock_movements',
  addDeliveryRule: 'delivery_rule_events',
  editDeliveryRule: 'delivery_rule_events',
  deleteDeliveryRule: 'delivery_rule_events',
  importDeliveryRules: 'delivery_rule_events',
  createOffer: 'offer_events',
  editOffer: 'offer_events',
  endOffer: 'offer_events',
  restrictCod: 'cod_person_events',
  allowCod: 'cod_person_events',
  publishSettings: 'settings_history',
  undoSettings: 'settings_history',
  publishPage: 'page_versions',
  unpublishPage: 'page_versions',
  undoPage: 'page_versions',
  transitionOrder: 'order_events',
  undoTransition: 'order_events',
  transitionOrders: 'order_events',
  undoTransitions: 'order_events',
  receiveParcel: 'order_events',
  setOrderAddress: 'order_events',
  setDocumentName: 'order_events',
  setLineSize: 'order_events',
  removeItems: 'order_events',
  saveOrderDraft: 'order_drafts',
  addOrderNote: 'order_notes',
  resolveParcelProblem: 'order_notes',
  deleteOrderNote: 'order_events',
  revokeLinks: 'order_events',
  placePhoneOrder: 'order_events',
  saveShipment: 'order_events',
  removeShipment: 'order_events',
  enterShipments: 'order_events',
  answerFailedDeliveries: 'order_events',
  resolveCodOrder: 'order_events',
  acceptReturn: 'order_events',
  declineReturn: 'order_events',
  bookReturnPickup: 'order_events',
  offerMoney: 'order_events',
  pickUpReturn: 'order_events',
  receiveReturn: 'order_events',
  completeReturn: 'order_events',
  askReturnForCaller: 'order_events',
  answerReturnRefund: 'refund_answers',
  refundOrder: 'refunds',
  resolveDiscrepancy: 'resolved_discrepancies',
  payPayout: 'payouts',
  answerTransfer: 'restore_transfers',
  recordRemittance: 'cod_remittances',
  undoRemittance: 'undone_remittances',
  resolveCodLine: 'cod_remittance_lines',
}

/** Calls that change nothing which others see, by the reason. */
const unrecorded: Readonly<Record<string, readonly string[]>> = {
  'checks or shows, and changes nothing': [
    'checkDeliveryRuleFile',
    'checkCustomerFile',
    'getOrdersToPrint',
    'checkPastOrderFile',
    'readTableFile',
    'checkShipments',
    'getCourierBookings',
    'lookAtParcel',
    'checkRedirectFile',
    'checkRemittance',
    'checkSettlementFile',
    'checkBooks',
    'previewReturnForCaller',
    'createPagePreview',
    'createSettingsPreview',
    'testMailServer',
    'testProviderKeys',
    'testWebhook',
  ],
  'a draft, whose publication or order is recorded': [
    'createPage',
    'savePage',
    'discardPageDraft',
    'restorePage',
    'saveSettings',
    'discardSettings',
    'uploadBrandImage',
    'uploadFrontPagePicture',
    'uploadFrontPageVideo',
  ],
  'concerns the device or session of the administrator alone': [
    'addPushDevice',
    'changePushDevice',
    'removePushDevice',
    'testPushDevice',
    'startSecondFactor',
    'reauthenticate',
    'markAdminNotificationsRead',
    'openOrderToPack',
  ],
  'a part of an import or a return that is recorded': ['addImportPictures', 'addReceivedPicture', 'addShopImportPart'],
  'writes again what follows from other data': ['writeFeeds', 'dismissMissingAddress'],
}

const administratorWrites = Object.entries<Endpoint>(contract).flatMap(([name, { right, route }]) =>
  right && !route.startsWith('GET') ? [name] : [],
)

test('each change that an administrator can make is recorded once', () => {
  const places = [...Object.keys(recordedCalls), ...Object.keys(histories), ...Object.values(unrecorded).flat()]
  expect(places.filter((name, index) => places.indexOf(name) !== index)).toEqual([])
  expect(administratorWrites.filter((name) => !places.includes(name)).sort()).toEqual([])
  expect(places.filter((name) => !(name in contract))).toEqual([])
})

test('each history is a source of the list', () => {
  expect(Object.values(histories).filter((source) => !(source in activitySources))).toEqual([])
})

test('each recorded call names itself where it is recorded', () => {
  const files = globSync('server/**/*.ts').filter((file) => !file.endsWith('.test.ts'))
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  expect(Object.keys(recordedCalls).filter((name) => !code.includes(`call: '${name}'`))).toEqual([])
})
