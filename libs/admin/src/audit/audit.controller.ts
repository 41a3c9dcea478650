import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Database } from '#libs/database/src/database.js';
import { RequiresAdmin } from '#libs/http/src/access.js';
import { type SuccessPage, successPage } from '#libs/http/src/envelope.js';
import { ApiSuccessPage } from '#libs/http/src/openapi/api-success.js';
import { Surface } from '#libs/http/src/surfaces/surface.decorator.js';
import { AuditEntryDto, ListAuditQuery } from './audit.dto.js';

const SHOWN = {
  id: true,
  at: true,
  admin: { select: { id: true, email: true, name: true } },
  operator: true,
  address: true,
  action: true,
  subject: true,
  subjectId: true,
  before: true,
  after: true,
};

@ApiTags('Audit')
@RequiresAdmin()
@Surface('admin')
@Controller('admin/audit')
export class AuditController {
  constructor(private readonly database: Database) {}

  @Get()
  @ApiOperation({
    operationId: 'listAudit',
    summary: 'List what admins did',
    description: 'Newest first. The record is only ever added to: the database refuses changes.',
  })
  @ApiSuccessPage(AuditEntryDto, { description: 'A page of the record.' })
  async list(@Query() query: ListAuditQuery): Promise<SuccessPage<AuditEntryDto>> {
    const { page, limit, since, until, adminId, action, subject, subjectId } = query;
    const where = { adminId, action, subject, subjectId, at: { gte: since, lt: until } };
    const [entries, total] = await Promise.all([
      this.database.auditEntry.findMany({
        where,
        select: SHOWN,
        orderBy: [{ at: 'desc' }, { id: 'desc' }],
        skip: (page - 1) * limit,
        take: limit,
      }),
      this.database.auditEntry.count({ where }),
    ]);
    return successPage(entries, query, total);
  }
}
