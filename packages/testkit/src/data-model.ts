import { buildSchemaModel } from '@cairn/server/services/data/domain/build-schema-model';
import type { CatalogRows, ColumnRow } from '@cairn/server/services/data/domain/catalog-rows';
import type { SchemaModel } from '@cairn/server/services/data/domain/schema-model';

const column = (
  relation: string,
  number: number,
  name: string,
  type: string,
  default_sql: string | null = null,
): ColumnRow => ({
  relation,
  number,
  name,
  type,
  base_type: type,
  nullable: number > 1,
  default_sql,
});

/** A small schema model without a database: notes with an article, tags across `item_tags`, and folders inside folders. */
export function createDataModel(): SchemaModel {
  const relation = (oid: string, name: string): CatalogRows['relations'][number] => ({
    oid,
    schema: 'public',
    name,
    kind: 'r',
    insertable: true,
    description: null,
  });
  return buildSchemaModel(
    {
      relations: [
        relation('1', 'notes'),
        relation('2', 'articles'),
        relation('3', 'tags'),
        relation('4', 'item_tags'),
        relation('5', 'folders'),
      ],
      columns: [
        column('1', 1, 'id', 'uuid', 'gen_random_uuid()'),
        column('1', 2, 'title', 'text', "''::text"),
        column('1', 3, 'article_id', 'uuid'),
        column('1', 4, 'data', 'jsonb'),
        column('1', 5, 'tsv', 'tsvector'),
        column('1', 6, 'odd " name', 'text'),
        column('2', 1, 'id', 'uuid'),
        column('2', 2, 'title', 'text'),
        column('3', 1, 'id', 'uuid'),
        column('3', 2, 'name', 'text'),
        column('4', 1, 'note_id', 'uuid'),
        column('4', 2, 'tag_id', 'uuid'),
        column('5', 1, 'id', 'int'),
        column('5', 2, 'parent_id', 'int'),
      ],
      uniqueKeys: [
        { relation: '1', columns: [1], is_primary: true },
        { relation: '2', columns: [1], is_primary: true },
        { relation: '3', columns: [1], is_primary: true },
        { relation: '4', columns: [1, 2], is_primary: true },
        { relation: '5', columns: [1], is_primary: true },
      ],
      foreignKeys: [
        { name: 'notes_article_id_fkey', relation: '1', columns: [3], target: '2', target_columns: [1] },
        { name: 'item_tags_note_id_fkey', relation: '4', columns: [1], target: '1', target_columns: [1] },
        { name: 'item_tags_tag_id_fkey', relation: '4', columns: [2], target: '3', target_columns: [1] },
        { name: 'folders_parent_id_fkey', relation: '5', columns: [2], target: '5', target_columns: [1] },
      ],
      views: [],
      routines: [],
      types: [
        { name: 'text', sql: 'text' },
        { name: 'int4', sql: 'integer' },
      ],
    },
    ['public'],
    1,
  );
}
