/**
 * Why the database refused a statement: its disk is full; a reference to a row that does not exist, such as one that
 * was deleted meanwhile; what was to be stored is too much or not storable; or the database itself is out of order.
 */
export type Failure = 'full' | 'dangling' | 'unsuitable' | 'other'
