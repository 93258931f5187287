import type { ReturnRule } from '../catalog/return-rules.ts'

/** The states of returns and their transitions. The database checks the same transitions: the server fills its table from here. */

export const returnStates = ['asked', 'accepted', 'picked up', 'received', 'settled', 'declined', 'withdrawn', 'not received'] as const
export type ReturnState = (typeof returnStates)[number]

export const returnTransitions: { readonly [From in ReturnState]: readonly ReturnState[] } = {
  asked: ['accepted', 'declined', 'withdrawn'],
  accepted: ['picked up', 'received', 'withdrawn', 'not received'],
  'picked up': ['received'],
  received: ['settled'],
  // A parcel may arrive after it was given up.
  'not received': ['received'],
  settled: [],
  declined: [],
  withdrawn: [],
}

export const canTransitionReturn = ({ from, to }: { from: ReturnState; to: ReturnState }): boolean => returnTransitions[from].includes(to)

/** States in which something is still to be done about a return. */
export const openReturnStates = ['asked', 'accepted', 'picked up', 'received'] as const satisfies readonly ReturnState[]

/** What lists of returns can be limited to, besides the states. */
export const returnViews = ['open', 'coming', 'overdue'] as const
export type ReturnView = (typeof returnViews)[number]

export const isReturnOpen = (state: ReturnState): boolean => openReturnStates.some((open) => open === state)

/** Whether a shopper may add photos to a return: until the items have reached the shop. */
export const isReturnOnItsWay = (state: ReturnState): boolean => state === 'asked' || state === 'accepted' || state === 'picked up'

/** States whose pieces do not come back: they can be returned again. */
export const endedReturnStates = ['declined', 'withdrawn', 'not received'] as const satisfies readonly ReturnState[]

/** What the shopper gets for the items: money, or another size or colour of them. */
export const returnKinds = ['refund', 'exchange'] as const
export type ReturnKind = (typeof returnKinds)[number]

export const returnReasons = ['too small', 'too large', 'not as shown', 'faulty', 'wrong item', 'late', 'changed my mind', 'other'] as const
export type ReturnReason = (typeof returnReasons)[number]

/** The reasons for which the shop bears the cost of a return. */
const faultReasons: readonly ReturnReason[] = ['faulty', 'wrong item']

export const isFaultReason = (reason: ReturnReason): boolean => faultReasons.includes(reason)

/**
 * Reasons for which every item comes back, whatever its return rule: rule 6(3) of the Consumer Protection (E-Commerce) Rules 2020 names goods
 * that are defective, late, or not as they were described.
 */
const unconditionalReasons: readonly ReturnReason[] = [...faultReasons, 'not as shown', 'late']

/** Whether an item can be returned, or exchanged, for a reason. */
export const isReturnAllowed = ({
  rule = 'returnable',
  kind,
  reason,
}: {
  rule?: ReturnRule | undefined
  kind: ReturnKind
  reason: ReturnReason
}) => rule === 'returnable' || unconditionalReasons.includes(reason) || (rule === 'exchange only' && kind === 'exchange')

/** How the items come back. */
export const handovers = ['pickup', 'send'] as const
export type Handover = (typeof handovers)[number]

/** In which condition a piece is received. */
export const pieceConditions = ['new', 'worn', 'faulty', 'missing'] as const
export type PieceCondition = (typeof pieceConditions)[number]
export type SeenPieces = Readonly<Record<PieceCondition, number>>
