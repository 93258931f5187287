import { apiBase } from '#contract/api.ts'
import { type VisitStep, visitSteps } from '#contract/kernel/visit-steps.ts'

/**
 * Counts once for the visit of this tab that it has reached a step, and each time that the page of a product is opened. The first page of the
 * visit counts the first step (`preparePage`). Says nothing about the visitor. Never throws.
 */
export function countStep(step: VisitStep, product?: string): void {
  try {
    const reached = visitSteps.find((each) => each === sessionStorage.getItem('step')) ?? 'visit'
    const isNew = visitSteps.indexOf(step) > visitSteps.indexOf(reached)
    if (isNew) sessionStorage.setItem('step', step)
    else if (product === undefined) return
    const body = JSON.stringify({ step, after: reached, product })
    navigator.sendBeacon(`${apiBase}/track/step`, new Blob([body], { type: 'application/json' }))
  } catch {
    // Without storage the visit is not counted.
  }
}
