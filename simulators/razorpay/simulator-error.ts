/** A lever was pulled in a way that cannot work; the message says why. */
export class Refused extends Error {}
