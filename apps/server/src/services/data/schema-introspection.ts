import type { Tx } from '../../platform/db/db.ts';
import type {
  CatalogRows,
  ColumnRow,
  ForeignKeyRow,
  RelationRow,
  RoutineRow,
  TypeRow,
  UniqueKeyRow,
  ViewRow,
} from './domain/catalog-rows.ts';

/** Reads the catalogue in one transaction. `search_path` is emptied so that every name in expressions and types is qualified. */
export async function readCatalog(tx: Tx, schemas: readonly string[]): Promise<CatalogRows> {
  await tx.query("select set_config('search_path', '', true)");
  const rows = async <Row>(sql: string): Promise<Row[]> => (await tx.query<Row>(sql, [schemas])).rows;
  return {
    relations: await rows<RelationRow>(relationsSql),
    columns: await rows<ColumnRow>(columnsSql),
    uniqueKeys: await rows<UniqueKeyRow>(uniqueKeysSql),
    foreignKeys: await rows<ForeignKeyRow>(foreignKeysSql),
    views: await rows<ViewRow>(viewsSql),
    routines: await rows<RoutineRow>(routinesSql),
    types: await rows<TypeRow>(typesSql),
  };
}

const exposed = `pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace and n.nspname = any($1::text[])`;

const relationsSql = `
  select c.oid::text as oid, n.nspname::text as schema, c.relname::text as name, c.relkind::text as kind,
         (pg_catalog.pg_relation_is_updatable(c.oid, true) & 8) = 8 as insertable,
         pg_catalog.obj_description(c.oid, 'pg_class') as description
    from ${exposed}
   where c.relkind in ('r', 'p', 'f', 'v', 'm') and not c.relispartition`;

const columnsSql = `
  select c.oid::text as relation, a.attnum::int as number, a.attname::text as name,
         pg_catalog.format_type(a.atttypid, a.atttypmod) as type,
         coalesce(b.typname, t.typname)::text as base_type,
         not a.attnotnull as nullable,
         case when a.attidentity <> '' then pg_catalog.format('pg_catalog.nextval(%L::pg_catalog.regclass)',
                pg_catalog.pg_get_serial_sequence(pg_catalog.format('%I.%I', n.nspname, c.relname), a.attname))
              when a.attgenerated = '' then pg_catalog.pg_get_expr(d.adbin, d.adrelid) end as default_sql
    from ${exposed}
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_type b on b.oid = t.typbasetype
    left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where c.relkind in ('r', 'p', 'f', 'v', 'm') and not c.relispartition
   order by c.oid, a.attnum`;

const uniqueKeysSql = `
  select i.indrelid::text as relation, i.indisprimary as is_primary,
         (select array_agg(k.number::int order by k.position) from unnest(i.indkey::int2[]) with ordinality as k(number, position)
           where k.position <= i.indnkeyatts) as columns
    from ${exposed}
    join pg_catalog.pg_index i on i.indrelid = c.oid
   where i.indisunique and i.indpred is null and i.indexprs is null`;

const foreignKeysSql = `
  select k.conname::text as name, k.conrelid::text as relation, k.conkey::int[] as columns,
         k.confrelid::text as target, k.confkey::int[] as target_columns
    from ${exposed}
    join pg_catalog.pg_constraint k on k.conrelid = c.oid
   where k.contype = 'f' and k.conparentid = 0
   order by k.conname`;

const viewsSql = `
  select c.oid::text as relation, r.ev_action::text as query_tree
    from ${exposed}
    join pg_catalog.pg_rewrite r on r.ev_class = c.oid and r.rulename = '_RETURN'
   where c.relkind in ('v', 'm')`;

const routinesSql = `
  select n.nspname::text as schema, p.proname::text as name, p.provolatile::text as volatility, p.proretset as returns_set,
         t.typtype::text as return_kind, t.typname::text as return_type, t.typrelid::text as return_relation,
         p.pronargdefaults::int as default_count,
         coalesce(p.proargnames, '{}') as names, coalesce(p.proargmodes::text[], '{}') as modes,
         array(select pg_catalog.format_type(a.type, null) from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]))
                 with ordinality as a(type, position) order by a.position) as types,
         array(select coalesce(b.typname, y.typname)::text from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]))
                 with ordinality as a(type, position) join pg_catalog.pg_type y on y.oid = a.type
                 left join pg_catalog.pg_type b on b.oid = y.typbasetype order by a.position) as base_types
    from pg_catalog.pg_proc p
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace and n.nspname = any($1::text[])
    join pg_catalog.pg_type t on t.oid = p.prorettype
   where p.prokind = 'f' and t.typname not in ('trigger', 'event_trigger', 'internal', 'cstring', 'language_handler')
   order by n.nspname, p.proname, p.oid`;

const typesSql = `
  select t.typname::text as name, pg_catalog.format_type(t.oid, null) as sql
    from pg_catalog.pg_type t
    join pg_catalog.pg_namespace n on n.oid = t.typnamespace
   where t.typtype in ('b', 'd', 'e', 'r', 'm') and t.typelem = 0 and (n.nspname = 'pg_catalog' or n.nspname = any($1::text[]))
   order by n.nspname = 'pg_catalog'`;
