import * as drizzle from 'drizzle-orm'
import * as sqlite from 'drizzle-orm/sqlite-core'
import { idColumn as column } from './query/statements/dialect.js'

/**
 * What an application needs to define tables of its own, to write conditions, and to read and write rows.
 *
 * The functions are Drizzle's; the types are narrower ones with the names that Drizzle has. Drizzle's own declarations
 * compile only beside the drivers of every database that it knows, so those of Vitrine refer to these instead
 * (declarations.js). Columns and expressions of an application's own Drizzle fit them too.
 */

/** A part of a statement: a column, a condition, or a subquery. */
export interface Expression { getSQL (): SQL }

/** A part of a statement, whose value is of type T. */
export interface SQL<T = unknown> extends Expression {
  readonly _: { readonly type: T }
  /** Names an expression among the columns of a query. */
  as (name: string): AliasedSQL<T>
}

export interface AliasedSQL<T = unknown> extends Expression { readonly _: { readonly type: T } }

export interface Placeholder extends Expression { readonly name: string }

interface ColumnType { readonly data: unknown, readonly notNull: boolean, readonly hasDefault: boolean }

/* eslint-disable @typescript-eslint/no-unused-vars -- declarations give Drizzle's types all of their parameters. */

/** A column of a table. */
export interface SQLiteColumn<C extends ColumnType = ColumnType, _Runtime = unknown, _Extra = unknown>
  extends Expression {
  readonly _: C
  readonly name: string
}

export type AnyColumn = SQLiteColumn

type Columns = Readonly<Record<string, AnyColumn>>

type Data<C extends AnyColumn> = C['_']['notNull'] extends true ? C['_']['data'] : C['_']['data'] | null

/** The columns that a new row must have. */
type Needed<C extends Columns> = {
  [K in keyof C]: C[K]['_']['notNull'] extends true ? C[K]['_']['hasDefault'] extends true ? never : K : never
}[keyof C]

type Row<C extends Columns> = { [K in keyof C]: Data<C[K]> }

type NewRow<C extends Columns> =
  & { [K in Needed<C>]: Data<C[K]> | SQL }
  & { [K in Exclude<keyof C, Needed<C>>]?: Data<C[K]> | SQL | undefined }

export interface SQLiteTable<C extends Columns = Columns> extends Expression {
  readonly _: { readonly columns: C }
  /** Type of a row. */
  readonly $inferSelect: Row<C>
  /** Type of a new row. */
  readonly $inferInsert: NewRow<C>
}

/** A table, whose columns are its members. */
export type SQLiteTableWithColumns<T extends { readonly columns: Columns }> = SQLiteTable<T['columns']> & T['columns']

/** @typeParam K whether a primary key is given by the database. */
interface ColumnBuilder<D, N extends boolean, H extends boolean, K extends boolean> {
  readonly _: { readonly data: D, readonly notNull: N, readonly hasDefault: H }
  notNull (): ColumnBuilder<D, true, H, K>
  default (value: D | SQL): ColumnBuilder<D, N, true, K>
  primaryKey (options?: { autoIncrement?: boolean }): ColumnBuilder<D, true, K, K>
  unique (name?: string): ColumnBuilder<D, N, H, K>
  references (
    column: () => AnyColumn, actions?: Partial<Record<'onDelete' | 'onUpdate', 'cascade' | 'restrict' | 'set null'>>
  ): ColumnBuilder<D, N, H, K>
  /** Narrows the type of the values. */
  $type<T extends D> (): ColumnBuilder<T, N, H, K>
}

interface Builders {
  integer (name: string): ColumnBuilder<number, false, false, true>
  real (name: string): ColumnBuilder<number, false, false, false>
  text: <T extends string>(name: string, options?: { enum: readonly T[] }) => ColumnBuilder<T, false, false, false>
  sqliteTable: <B extends Record<string, { readonly _: ColumnType }>>(
    name: string,
    columns: B,
    indexes?: (columns: { [M in keyof B]: SQLiteColumn<B[M]['_']> }) => unknown[]
  ) => SQLiteTableWithColumns<{ columns: { [M in keyof B]: SQLiteColumn<B[M]['_']> } }>
  index (name: string): { on (...columns: [Expression, ...Expression[]]): { where (condition: SQL): unknown } }
}

/** A value to which an expression is compared. */
type Comparable<E extends Expression> =
  E extends { readonly _: { readonly data: infer D } }
    ? D
    : E extends { readonly _: { readonly type: infer T } } ? T : unknown

interface Conditions {
  both (...conditions: Array<Expression | undefined>): SQL | undefined
  compare: <E extends Expression>(left: E, right: Comparable<E> | Expression) => SQL
  inArray: <E extends Expression>(left: E, right: ReadonlyArray<Comparable<E> | Expression> | Expression) => SQL
  like (left: Expression, pattern: string | Expression): SQL
  of (expression: Expression): SQL
  count (expression?: Expression): SQL<number>
}

interface Template {
  /** Makes a part of a statement. Values become parameters; columns, tables and other parts are written out. */
  <T = unknown>(parts: TemplateStringsArray, ...values: unknown[]): SQL<T>
  /** Text that becomes part of the statement unescaped. It must never come from a request. */
  raw (text: string): SQL
  join (parts: readonly Expression[], separator?: SQL): SQL
  identifier (name: string): Expression
}

type Fields = Readonly<Record<string, AnyColumn | SQL | AliasedSQL>>

type Selected<F extends Fields> = {
  [K in keyof F]: F[K] extends AnyColumn ? Data<F[K]> : F[K] extends AliasedSQL<infer T> ? T : never
}

/** Rows that a statement gives. Await it. */
interface Rows<R> extends Expression, PromiseLike<R[]> {
  /** The first row. Await it. */
  get (): R | undefined | Promise<R | undefined>
}

interface Selection<R> extends Rows<R> {
  where (condition: Expression | undefined): Selection<R>
  groupBy (...by: Expression[]): Selection<R>
  having (condition: Expression | undefined): Selection<R>
  orderBy (...by: Expression[]): Selection<R>
  limit (rows: number): Selection<R>
  offset (rows: number): Selection<R>
}

interface JoinableSelection<R> extends Selection<R> {
  innerJoin (table: SQLiteTable, on: Expression): JoinableSelection<R>
  /** Every column may be null afterwards. */
  leftJoin (table: SQLiteTable, on: Expression): JoinableSelection<{ [K in keyof R]: R[K] | null }>
}

interface SelectFrom {
  (): { from<T extends SQLiteTable> (table: T): Selection<T['$inferSelect']> }
  <F extends Fields>(fields: F): { from (table: SQLiteTable): JoinableSelection<Selected<F>> }
}

interface Written<T extends SQLiteTable, R> extends PromiseLike<R> {
  returning (): Rows<T['$inferSelect']>
  returning<F extends Fields> (fields: F): Rows<Selected<F>>
}

interface ChangedWhere<T extends SQLiteTable, R> extends Written<T, R> {
  where (condition: Expression | undefined): Written<T, R>
}

interface Inserted<T extends SQLiteTable, R> extends Written<T, R> {
  onConflictDoNothing (conflict?: { target?: AnyColumn | AnyColumn[] }): Inserted<T, R>
  onConflictDoUpdate (
    conflict: { target: AnyColumn | AnyColumn[], set: Partial<T['$inferInsert']> }
  ): Inserted<T, R>
}

/** Builds and runs statements. They run when they are awaited, at the latest. */
export interface BaseSQLiteDatabase<_Kind extends 'sync' | 'async', R> {
  readonly select: SelectFrom
  readonly selectDistinct: SelectFrom
  insert<T extends SQLiteTable> (table: T): {
    values (rows: T['$inferInsert'] | Array<T['$inferInsert']>): Inserted<T, R>
  }
  update<T extends SQLiteTable> (table: T): { set (columns: Partial<T['$inferInsert']>): ChangedWhere<T, R> }
  delete<T extends SQLiteTable> (table: T): ChangedWhere<T, R>
  run (statement: Expression | string): R | Promise<R>
  all<T = unknown> (statement: Expression | string): T[] | Promise<T[]>
  get<T = unknown> (statement: Expression | string): T | undefined | Promise<T | undefined>
}

type Condition<K extends keyof Conditions> = Conditions[K]

export const and = drizzle.and as unknown as Condition<'both'>
export const or = drizzle.or as unknown as Condition<'both'>
export const eq = drizzle.eq as unknown as Condition<'compare'>
export const ne = drizzle.ne as unknown as Condition<'compare'>
export const gt = drizzle.gt as unknown as Condition<'compare'>
export const gte = drizzle.gte as unknown as Condition<'compare'>
export const lt = drizzle.lt as unknown as Condition<'compare'>
export const lte = drizzle.lte as unknown as Condition<'compare'>
export const inArray = drizzle.inArray as unknown as Condition<'inArray'>
export const like = drizzle.like as unknown as Condition<'like'>
export const not = drizzle.not as unknown as Condition<'of'>
export const isNull = drizzle.isNull as unknown as Condition<'of'>
export const isNotNull = drizzle.isNotNull as unknown as Condition<'of'>
export const asc = drizzle.asc as unknown as Condition<'of'>
export const desc = drizzle.desc as unknown as Condition<'of'>
export const count = drizzle.count as unknown as Condition<'count'>
export const sql = drizzle.sql as unknown as Template

export const integer = sqlite.integer as unknown as Builders['integer']
export const real = sqlite.real as unknown as Builders['real']
export const text = sqlite.text as unknown as Builders['text']
export const sqliteTable = sqlite.sqliteTable as unknown as Builders['sqliteTable']
export const index = sqlite.index as unknown as Builders['index']
export const uniqueIndex = sqlite.uniqueIndex as unknown as Builders['index']

/** The column `id` of an application's own table, for `CREATE TABLE`: ids count from 1 and are never reused. */
export const idColumn: SQL = column
