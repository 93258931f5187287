import { answerDays } from './retention.ts'

/** When messages to the shop are answered: E-Commerce Rules 2020, rule 4 (5). */
export const ticketLimits = {
  acknowledgeHours: 48,
  settleDays: answerDays.grievance,
  /** for which a link in a mail about a ticket is valid */
  linkDays: 90,
  /** tickets in the list of an account */
  listed: 50,
} as const
