/** How one text contains another: anywhere, at its start or at its end. */
export type Containment = 'in' | 'sw' | 'ew'
