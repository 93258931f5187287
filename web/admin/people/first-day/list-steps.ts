import { type UndeclaredField, undeclaredFields } from '#contract/catalog/declarations.ts'
import type { CallReply } from '#contract/contract.ts'
import { paging } from '#contract/kernel/business.ts'
import { secondFactorPath } from '../../../session/homes.ts'
import { formatDateTime } from '../../kit/format-time.ts'
import { backupsPath, buildListHref, bulkEditPath, categoriesPath, productsPath, settingsPath, webhooksPath } from '../../kit/list-href.ts'

export type FirstDay = CallReply<'GET /first-day'>

export interface Step {
  readonly key: string
  readonly isDone: boolean
  readonly text: string
  readonly link?: { readonly to: string; readonly label: string }
}

export interface Health {
  readonly part: 'Payments' | 'Background work' | 'Email' | 'Assistants'
  readonly isGood: boolean
  readonly text: string
}

const dayMs = 24 * 3_600_000
/** A backup is written every night. */
const maxBackupAgeMs = 2 * dayMs
/** The jobs of every minute have a run behind them. */
const maxJobPauseMs = 10 * 60_000

const isRecent = ({ at, now, maxAgeMs }: { at: string | null; now: number; maxAgeMs: number }): boolean =>
  at !== null && now - Date.parse(at) < maxAgeMs

const undeclaredNames: Record<UndeclaredField, string> = {
  mrp: 'an MRP',
  maker: 'a maker',
  origin: 'a country of origin',
  weight: 'a weight',
  hsn: 'an HSN code',
}

function countProducts(count: number): string {
  const max = paging.maxCountedProducts
  if (count > max) return `More than ${max.toLocaleString('en-IN')} products`
  return count === 1 ? '1 product' : `${count.toLocaleString('en-IN')} products`
}

/** What the products on sale leave out. MRPs can be typed in the list. */
function listProductSteps({ undeclared, products }: FirstDay): Step[] {
  return undeclaredFields.map((field) => {
    const count = undeclared[field]
    const path = field === 'mrp' ? bulkEditPath : productsPath
    if (count === 0) return { key: field, isDone: products > 0, text: `Give every product ${undeclaredNames[field]}` }
    return {
      key: field,
      isDone: false,
      text: `${countProducts(count)} on sale without ${undeclaredNames[field]}`,
      link: { to: buildListHref({ path, params: { undeclared: field } }), label: 'Show them' },
    }
  })
}

/** HSN codes without a tax rate, in a shop whose sales have tax. */
function listRateSteps({ unrated = 0 }: FirstDay): Step[] {
  if (unrated === 0) return []
  return [
    {
      key: 'rates',
      isDone: false,
      text: `${countProducts(unrated)} on sale with an HSN code that has no tax rate`,
      link: { to: buildListHref({ path: productsPath, params: { unrated: 'yes' } }), label: 'Show them' },
    },
  ]
}

/** Webhooks whose receivers get no more events. */
function listWebhookSteps({ disabledWebhooks: count = 0 }: FirstDay): Step[] {
  if (count === 0) return []
  const text = count === 1 ? '1 webhook is disabled after failures' : `${count} webhooks are disabled after failures`
  return [{ key: 'webhooks', isDone: false, text, link: { to: webhooksPath, label: 'Show them' } }]
}

/** Categories that shoppers find in the menu with nothing in them. */
function listCategorySteps({ emptyCategories: count = 0, products }: FirstDay): Step[] {
  if (count === 0 || products === 0) return []
  const text = count === 1 ? '1 category in the menu has no products' : `${count} categories in the menu have no products`
  return [{ key: 'categories', isDone: false, text, link: { to: categoriesPath, label: 'Hide or delete' } }]
}

function describeBackup({ lastAt, failure }: FirstDay['backup']): string {
  if (failure) return `A backup every night: the last try failed. ${failure}`
  if (lastAt === null) return 'A backup every night: none has been written yet'
  return `A backup every night: the last one is of ${formatDateTime(lastAt)}`
}

/** The list of the first day, in the order in which an owner does it. */
export function listSteps({ firstDay, now }: { firstDay: FirstDay; now: number }): Step[] {
  const { hasAddress, hasGstin, demoProducts, products, hasSecondFactor, hasOrder, payments, mail, backup } = firstDay
  const shop = { to: `${settingsPath}/shop`, label: 'Enter it' }
  const hasBackup = isRecent({ at: backup.lastAt, now, maxAgeMs: maxBackupAgeMs })
  return [
    { key: 'address', isDone: hasAddress, text: 'Your address, for policy pages, documents and product pages', link: shop },
    { key: 'gstin', isDone: hasGstin, text: 'Your GSTIN', link: shop },
    {
      key: 'demo',
      isDone: demoProducts === 0,
      text: demoProducts === 0 ? 'No demo products' : `${countProducts(demoProducts)} from the demo`,
    },
    { key: 'products', isDone: products > demoProducts, text: 'Your own products on sale', link: { to: productsPath, label: 'Products' } },
    ...listCategorySteps(firstDay),
    ...listProductSteps(firstDay),
    ...listRateSteps(firstDay),
    ...listWebhookSteps(firstDay),
    ...(payments.isOn
      ? [{ key: 'webhook', isDone: payments.lastWebhookAt !== null, text: 'A first message of the payment provider, after a payment' }]
      : []),
    { key: 'mail', isDone: mail.hasServer && mail.lastSentAt !== null, text: 'A first email sent' },
    {
      key: 'backup',
      isDone: hasBackup && !backup.failure,
      text: describeBackup(backup),
      link: { to: backupsPath, label: 'Backups' },
    },
    {
      key: 'second factor',
      isDone: hasSecondFactor,
      text: 'A second factor for your account',
      link: { to: secondFactorPath, label: 'Set it up' },
    },
    {
      key: 'order',
      isDone: hasOrder,
      text: 'A test order: place it in the shop, cancel it, then archive it',
      link: { to: '/buy', label: 'Open the shop' },
    },
  ]
}

function describePayments({ payments: { isOn, lastWebhookAt, toReview } }: FirstDay): Omit<Health, 'part'> {
  if (toReview > 0)
    return { isGood: false, text: `${toReview === 1 ? '1 payment needs' : `${toReview} payments need`} you: see the list of all orders.` }
  if (!isOn)
    return {
      isGood: true,
      text: 'Card payment is off. Shoppers pay on delivery. Keys of Razorpay are entered under Shop, Payment and courier.',
    }
  if (lastWebhookAt === null) return { isGood: false, text: 'No message of the payment provider has arrived yet.' }
  return { isGood: true, text: `The last message of the payment provider arrived on ${formatDateTime(lastWebhookAt)}.` }
}

function describeJobs({ firstDay: { jobs }, now }: { firstDay: FirstDay; now: number }): Omit<Health, 'part'> {
  const { lastRunAt, failed } = jobs
  if (lastRunAt === null) return { isGood: false, text: 'It has not run yet. Emails and payments wait for it.' }
  if (!isRecent({ at: lastRunAt, now, maxAgeMs: maxJobPauseMs }))
    return { isGood: false, text: `It has not run since ${formatDateTime(lastRunAt)}. Emails and payments wait for it.` }
  if (failed.length > 0) return { isGood: false, text: `Failed in the last day, after several tries: ${failed.join(', ')}.` }
  return { isGood: true, text: `It runs every minute, last at ${formatDateTime(lastRunAt)}.` }
}

function describeMail({ mail: { hasServer, lastSentAt, waiting, givenUp } }: FirstDay): Omit<Health, 'part'> {
  if (!hasServer) return { isGood: false, text: 'Emails reach nobody, because no mail server is set.' }
  if (waiting > 0)
    return { isGood: false, text: `${waiting === 1 ? '1 email has' : `${waiting} emails have`} waited for more than ten minutes.` }
  if (givenUp > 0) return { isGood: false, text: `${givenUp === 1 ? '1 email' : `${givenUp} emails`} could not be sent in the last week.` }
  return {
    isGood: true,
    text: lastSentAt === null ? 'No email has been sent yet.' : `The last email was sent on ${formatDateTime(lastSentAt)}.`,
  }
}

/** Nothing of it needs the owner. */
function describeAssistants({ assistants: { isOn, last } }: { assistants: NonNullable<FirstDay['assistants']> }): Omit<Health, 'part'> {
  if (!isOn) return { isGood: true, text: 'Assistants cannot read your shop: it has no https address, or the setting UCP is off.' }
  const count = (number: number, name: string) => `${number.toLocaleString('en-IN')} ${name}${number === 1 ? '' : 's'}`
  const named = last.map(({ agent, requests, orders = 0, lastAt }) => {
    const counts = [count(requests, 'request'), ...(orders === 0 ? [] : [count(orders, 'order')])]
    return `${agent} on ${formatDateTime(lastAt)} (${counts.join(' and ')} in 90 days)`
  })
  return {
    isGood: true,
    text: `Assistants can read your shop. ${named.length === 0 ? 'None has read it yet.' : `Last: ${named.join('; ')}.`}`,
  }
}

/** Whether payments, background work and mail do what they should, in plain words. */
export const describeHealth = ({ firstDay, now }: { firstDay: FirstDay; now: number }): Health[] => [
  { part: 'Payments', ...describePayments(firstDay) },
  { part: 'Background work', ...describeJobs({ firstDay, now }) },
  { part: 'Email', ...describeMail(firstDay) },
  // A server of an older version does not say it.
  ...(firstDay.assistants ? [{ part: 'Assistants' as const, ...describeAssistants({ assistants: firstDay.assistants }) }] : []),
]
