import type { ColumnRow } from './catalog-rows.ts';
import { type Column, quoteIdentifier } from './schema-model.ts';

export function buildColumn(row: Pick<ColumnRow, 'name' | 'type' | 'base_type' | 'nullable' | 'default_sql'>): Column {
  const json = row.base_type === 'json' || row.base_type === 'jsonb';
  return {
    name: row.name,
    sqlName: quoteIdentifier(row.name),
    sqlType: row.type,
    family: json ? 'json' : row.base_type === 'tsvector' ? 'tsvector' : 'other',
    sqlDefault: row.default_sql,
    nullable: row.nullable,
  };
}
