import { holdMinutes, quantities } from '#contract/business.ts'
import { terms } from './policy-terms.ts'

export interface Answer {
  readonly question: string
  /** a paragraph each */
  readonly words: readonly string[]
  /** where the whole of it is written, or done */
  readonly more?: { readonly to: `/${string}`; readonly label: string }
}

export interface AnswerGroup {
  readonly title: string
  readonly answers: readonly Answer[]
}

const returns = { to: '/returnPolicy', label: 'Return & Refund Policy' } as const
const shipping = { to: '/term', label: 'Shipping Policy' } as const
const cancelling = { to: '/cancel', label: 'Cancellation Policy' } as const
const contact = { to: '/contact', label: 'Contact us' } as const
const tracking = { to: '/order-tracking', label: 'Track an order' } as const

/** What shoppers ask, answered from the figures of the policies. */
export const answerGroups: readonly AnswerGroup[] = [
  {
    title: 'Orders and delivery',
    answers: [
      {
        question: 'Where is my order?',
        words: [
          'Enter your order number and the phone number of the delivery on the tracking page. The link in our mails shows the same without typing.',
        ],
        more: tracking,
      },
      {
        question: 'How long does delivery take?',
        words: [
          `We hand your order to the courier within ${terms.dispatch}. It reaches you ${terms.delivery} after you ordered; a guest’s cash-on-delivery order within ${terms.guestDelivery}.`,
        ],
        more: shipping,
      },
      {
        question: 'What does shipping cost?',
        words: ['Nothing, on every order, anywhere in India. Cash on delivery costs nothing either.'],
        more: shipping,
      },
      { question: 'Do you ship outside India?', words: ['No, only within India.'], more: shipping },
      {
        question: 'Can I change my address or size after ordering?',
        words: ['Until the order is packed, often yes: write to us with your order number. Or cancel it and order again.'],
        more: contact,
      },
      {
        question: 'How do I cancel an order?',
        words: [
          'With an account: open the order in your list of orders and choose Cancel, until it is packed. As a guest: write to us with your order number and phone number.',
        ],
        more: cancelling,
      },
    ],
  },
  {
    title: 'Returns and refunds',
    answers: [
      {
        question: 'How long do I have to return something?',
        words: [`${terms.returnWindow} from the day it was delivered.`],
        more: returns,
      },
      {
        question: 'How do I return something?',
        words: [`Write to us with your order number and the piece. Our courier collects it in ${terms.pickup}.`],
        more: contact,
      },
      {
        question: 'What does a return cost?',
        words: [
          `A reverse shipping fee of ${terms.reverseFee}, taken off the refund. Shipping and cash-on-delivery charges are not refundable.`,
        ],
        more: returns,
      },
      {
        question: 'When is my money back?',
        words: [
          `Paid online: we refund ${terms.prepaidRefund} after the return reaches us, and it shows on your statement in ${terms.prepaidShows}.`,
          `Paid in cash: up to ${terms.codRefund} after the return reaches us.`,
        ],
        more: returns,
      },
      {
        question: 'Can I exchange it for another size?',
        words: ['Return the piece and order the other size. Shipping to you is free.'],
        more: returns,
      },
    ],
  },
  {
    title: 'Payment',
    answers: [
      {
        question: 'How can I pay?',
        words: ['In cash to the courier, with or without an account. Or by card through Razorpay with an account, where it is offered.'],
      },
      {
        question: 'I paid, but I see no order. What now?',
        words: [
          `Wait a few minutes: we ask the bank again by ourselves. While you pay we keep your pieces for ${holdMinutes} minutes. A later payment becomes an order if the pieces are still there; if not, it goes back to you in full.`,
        ],
        more: contact,
      },
      {
        question: 'Is my card safe?',
        words: ['Your card number goes to Razorpay alone, over an encrypted connection. We never see it.'],
        more: { to: '/privacy', label: 'Privacy Policy' },
      },
    ],
  },
  {
    title: 'Sizes and stock',
    answers: [
      {
        question: 'Which size fits me?',
        words: ['Every product’s page has a size guide in centimetres. Between two sizes, take the larger for an easy fit.'],
      },
      {
        question: 'What does “Only 3 left” mean?',
        words: [`We tell you when ${quantities.lowStock} pieces or fewer are left. A cart reserves nothing; an order does.`],
      },
    ],
  },
  {
    title: 'Your account',
    answers: [
      {
        question: 'Do I need an account?',
        words: [
          'No. As a guest you order cash on delivery. With an account you can pay by card, see all your orders and cancel them yourself.',
        ],
      },
      {
        question: 'How do I register?',
        words: ['On the login screen: a new name and a PIN make an account, a known name with its PIN signs you in.'],
      },
      {
        question: 'I have forgotten my PIN.',
        words: [
          'We cannot read it, but we can give you a new one. Write to us with your account’s name and the number of one of your orders.',
        ],
        more: contact,
      },
    ],
  },
]

const normalize = (text: string) => text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')

/** The answers in which every word of the query begins a word. Groups that have none are left out. */
export function findAnswers(query: string): readonly AnswerGroup[] {
  const wanted = normalize(query).match(/[\p{L}\p{N}]+/gu) ?? []
  const has = ({ question, words }: Answer) => {
    const text = normalize(` ${question} ${words.join(' ')}`)
    return wanted.every((word) => new RegExp(`[^\\p{L}\\p{N}]${word}`, 'u').test(text))
  }
  return answerGroups.map(({ title, answers }) => ({ title, answers: answers.filter(has) })).filter(({ answers }) => answers.length > 0)
}
