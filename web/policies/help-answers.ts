import { holdMinutes, quantities } from '#contract/kernel/business.ts'
import { ticketLimits } from '#contract/kernel/limits/ticket-limits.ts'
import type { Terms } from './policy-terms.ts'

export interface Answer {
  readonly question: string
  /** paragraphs are separated by a line break */
  readonly text: string
  /** a page with details */
  readonly more?: { readonly to: `/${string}`; readonly label: string }
}

export interface AnswerGroup {
  readonly title: string
  readonly answers: readonly Answer[]
}

const returns = { to: '/returnPolicy', label: 'Return & Refund Policy' } as const
const shipping = { to: '/term', label: 'Shipping Policy' } as const
const cancellation = { to: '/cancel', label: 'Cancellation Policy' } as const
const contact = { to: '/contact', label: 'Contact us' } as const
const tracking = { to: '/order-tracking', label: 'Track an order' } as const

/** The frequently asked questions. */
export const buildAnswerGroups = (terms: Terms, { hasReturnRules = false } = {}): readonly AnswerGroup[] => [
  {
    title: 'Orders and delivery',
    answers: [
      {
        question: 'Where is my order?',
        text: 'Enter your order number and the phone number on the order on the tracking page, or use the tracking link in our emails.',
        more: tracking,
      },
      {
        question: 'How long does delivery take?',
        text: `We hand your order to the courier within ${terms.dispatch}, and it is delivered in ${terms.delivery} from the order date.`,
        more: shipping,
      },
      {
        question: 'What does shipping cost?',
        text: `${terms.shipping.cost} ${terms.shipping.cod}`,
        more: shipping,
      },
      { question: 'Do you ship outside India?', text: 'No, we only ship within India.', more: shipping },
      {
        question: 'Can I change my address or size after ordering?',
        text: 'Often yes, until the order is packed: contact us with your order number. You can also cancel the order and order again.',
        more: contact,
      },
      {
        question: 'How do I cancel an order?',
        text: 'With an account, open the order under My orders and choose Cancel order, until it is packed. As a guest, contact us with your order number and phone number.',
        more: cancellation,
      },
    ],
  },
  {
    title: 'Returns and refunds',
    answers: [
      {
        question: 'How long do I have to return an item?',
        text: `You can return items within ${terms.returnWindow} of delivery.${hasReturnRules ? ' Items that are sold as Exchange only or Final sale say so on their page and in your order.' : ''}`,
        more: returns,
      },
      {
        question: 'How do I return an item?',
        text: `Open the order under My orders, or track it with its number and phone, and choose Return items. Our courier picks them up in ${terms.pickup}, or you bring or send them to us.`,
        more: returns,
      },
      {
        question: 'What does a return cost?',
        text: `A reverse shipping fee of ${terms.reverseFee} is deducted from your refund. Shipping and cash-on-delivery charges are non-refundable.`,
        more: returns,
      },
      {
        question: 'When will I get my refund?',
        text: `Prepaid orders: ${terms.prepaidRefund} after the return reaches us. The refund appears on your statement in ${terms.prepaidShows}.\nCash on delivery: up to ${terms.codRefund} after the return reaches us.`,
        more: returns,
      },
      {
        question: 'Can I exchange an item for another size?',
        text: terms.exchange
          ? `${terms.exchange.offer} ${terms.exchange.cost}`
          : `Please return the item and order the other size.${terms.shipping.isFree ? ' Shipping is free.' : ''}`,
        more: returns,
      },
    ],
  },
  {
    title: 'Payment',
    answers: [
      {
        question: 'How can I pay?',
        text: 'By UPI, card or net banking through Razorpay, where available, or in cash on delivery. You need no account for either.',
      },
      {
        question: 'I paid, but I do not see my order. What should I do?',
        text: `Please wait a few minutes: we check the payment automatically. While you pay, we reserve your items, with an account for ${holdMinutes} minutes. If the payment arrives later, we complete the order if the items are still available, or return the full amount to you.`,
        more: contact,
      },
      {
        question: 'Is it safe to pay by UPI or card?',
        text: 'Yes. Your card number or UPI ID goes only to Razorpay, over an encrypted connection. We never see it.',
        more: { to: '/privacy', label: 'Privacy Policy' },
      },
    ],
  },
  {
    title: 'Sizes and stock',
    answers: [
      {
        question: 'Which size fits me?',
        text: 'Every product page has a size guide in centimetres and inches. If you are between two sizes, choose the larger one for a relaxed fit.',
      },
      {
        question: 'What does “Only 3 left” mean?',
        text: `We show it when ${quantities.lowStock} or fewer items are left in stock. Items in a cart are not reserved; items in an order are.`,
      },
    ],
  },
  {
    title: 'Messages and complaints',
    answers: [
      {
        question: 'I wrote to you. Where is your answer?',
        text: `We read each message within ${ticketLimits.acknowledgeHours} hours. Our answer comes by email, and is shown with the number that you got for your message.`,
        more: { to: '/ticket', label: 'See your message' },
      },
      {
        question: 'How do I make a complaint?',
        text: `Choose “A complaint” in the contact form. You get a number at once, and we settle it within ${ticketLimits.settleDays} days.`,
        more: contact,
      },
    ],
  },
  {
    title: 'Your account',
    answers: [
      {
        question: 'Do I need an account?',
        text: 'No, you can order and pay as a guest. With an account you see all your orders, cancel them yourself and save your addresses.',
      },
      {
        question: 'How do I create an account?',
        text: 'Enter a new username and a PIN on the sign-in page. If the username already exists, you are signed in with its PIN.',
      },
      {
        question: 'I forgot my PIN. What should I do?',
        text: 'Choose “Forgot your PIN?” on the sign-in page. If your account has a verified email address, we send you a link to choose a new PIN. Otherwise contact us with your username and the number of one of your orders.',
        more: contact,
      },
    ],
  },
]

const normalize = (text: string) => text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')

/** The answers that contain, for every word of the query, a word that starts with it. Empty groups are left out. */
export function findAnswers({ groups, query }: { groups: readonly AnswerGroup[]; query: string }): readonly AnswerGroup[] {
  const searchTerms = normalize(query).match(/[\p{L}\p{N}]+/gu) ?? []
  const matches = ({ question, text }: Answer) => {
    const words = normalize(` ${question} ${text}`)
    return searchTerms.every((term) => new RegExp(`[^\\p{L}\\p{N}]${term}`, 'u').test(words))
  }
  return groups.map(({ title, answers }) => ({ title, answers: answers.filter(matches) })).filter(({ answers }) => answers.length > 0)
}
