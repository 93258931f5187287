/** One day of the reports, amounts in rupees. */
export interface DailyMetrics {
  readonly day: string
  readonly visits: number
  readonly orders: number
  readonly takings: number
}
