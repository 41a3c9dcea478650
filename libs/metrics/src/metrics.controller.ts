import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController, ApiProduces } from '@nestjs/swagger';
import { Public } from '#libs/http/src/access.js';
import { IgnoresUnknownParameters } from '#libs/http/src/validation/query-parameters.interceptor.js';
import { Metrics } from './metrics.js';

/** Serves metrics to Prometheus. Not part of the OpenAPI documents. */
@ApiExcludeController()
@IgnoresUnknownParameters()
@Public()
@Controller('metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get()
  @ApiProduces('text/plain')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async get(): Promise<string> {
    return this.metrics.text();
  }
}
