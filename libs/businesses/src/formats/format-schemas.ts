import { MAX_PAGE_SIZE, type Schema } from '#libs/http/src/openapi/api-success.js';
import { SCHEMAS } from '#libs/http/src/validation/field.js';

/** Schema of a page in GeoJSON (RFC 7946, sections 3.2 and 3.3). */
export const FEATURE_COLLECTION_SCHEMA: Schema = {
  title: 'BusinessFeatures',
  type: 'object',
  required: ['type', 'features'],
  properties: {
    type: { type: 'string', enum: ['FeatureCollection'] },
    features: {
      type: 'array',
      maxItems: MAX_PAGE_SIZE,
      items: {
        type: 'object',
        required: ['type', 'id', 'geometry', 'properties'],
        properties: {
          type: { type: 'string', enum: ['Feature'] },
          id: SCHEMAS.id,
          geometry: {
            description: 'Null if the location is unknown.',
            type: 'object',
            nullable: true,
            required: ['type', 'coordinates'],
            properties: {
              type: { type: 'string', enum: ['Point'] },
              coordinates: {
                type: 'array',
                description: 'Longitude and latitude in degrees, WGS 84.',
                minItems: 2,
                maxItems: 2,
                items: { type: 'number' },
              },
            },
          },
          properties: { $ref: '#/components/schemas/SparseBusiness' },
        },
      },
    },
  },
};
