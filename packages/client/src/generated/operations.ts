// Generated from the server's OpenAPI document by `npm run generate`. Do not edit.

export type Delivery =
  | {
      id: number;
      direction: 'in';
      state: 'sent' | 'ignored' | 'filtered' | 'refused' | 'unverified';
      timestamp: number;
      integration: string;
      event: string;
      query: string;
      headers: {
        [k: string]: string;
      };
      payload: string | null;
      payload_bytes: number;
      status: number;
      reason: string;
      message_id: number | null;
    }
  | {
      id: number;
      direction: 'out';
      state: 'waiting' | 'delivered' | 'dead';
      timestamp: number;
      trigger: string;
      message_id: number;
      attempts: number;
      next_attempt_at: number | null;
      finished_at: number | null;
      payload: string;
      status: number | null;
      response: string;
      reason: string;
      reply_id: number | null;
    };
export type Block =
  | {
      type: 'header';
      block_id: string;
      text: {
        type: 'plain_text';
        text: string;
      };
    }
  | {
      type: 'section';
      block_id: string;
      text?:
        | {
            type: 'plain_text';
            text: string;
          }
        | {
            type: 'mrkdwn';
            text: string;
            html: string;
          };
      fields?: (
        | {
            type: 'plain_text';
            text: string;
          }
        | {
            type: 'mrkdwn';
            text: string;
            html: string;
          }
      )[];
      accessory?:
        | (
            | {
                type: 'button';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                text: {
                  type: 'plain_text';
                  text: string;
                };
                value?: string;
                url?: string;
                style?: 'primary' | 'danger';
                accessibility_label?: string;
              }
            | {
                type: 'overflow';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                options: {
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  value: string;
                  description?:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  url?: string;
                }[];
              }
            | {
                type: 'static_select';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                options?: {
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  value: string;
                  description?:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  url?: string;
                }[];
                option_groups?: {
                  label: {
                    type: 'plain_text';
                    text: string;
                  };
                  options: {
                    text:
                      | {
                          type: 'plain_text';
                          text: string;
                        }
                      | {
                          type: 'mrkdwn';
                          text: string;
                          html: string;
                        };
                    value: string;
                    description?:
                      | {
                          type: 'plain_text';
                          text: string;
                        }
                      | {
                          type: 'mrkdwn';
                          text: string;
                          html: string;
                        };
                    url?: string;
                  }[];
                }[];
                initial_option?: {
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  value: string;
                  description?:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  url?: string;
                };
              }
            | {
                type: 'multi_static_select';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                options?: {
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  value: string;
                  description?:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  url?: string;
                }[];
                option_groups?: {
                  label: {
                    type: 'plain_text';
                    text: string;
                  };
                  options: {
                    text:
                      | {
                          type: 'plain_text';
                          text: string;
                        }
                      | {
                          type: 'mrkdwn';
                          text: string;
                          html: string;
                        };
                    value: string;
                    description?:
                      | {
                          type: 'plain_text';
                          text: string;
                        }
                      | {
                          type: 'mrkdwn';
                          text: string;
                          html: string;
                        };
                    url?: string;
                  }[];
                }[];
                max_selected_items?: number;
                initial_options?: {
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  value: string;
                  description?:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  url?: string;
                }[];
              }
            | {
                type: 'external_select';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                min_query_length: number;
                initial_option?: {
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  value: string;
                  description?:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  url?: string;
                };
              }
            | {
                type: 'multi_external_select';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                max_selected_items?: number;
                min_query_length: number;
                initial_options?: {
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  value: string;
                  description?:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  url?: string;
                }[];
              }
            | {
                type: 'users_select';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                initial_user?: string;
              }
            | {
                type: 'multi_users_select';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                max_selected_items?: number;
                initial_users?: string[];
              }
            | {
                type: 'channels_select';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                initial_channel?: string;
              }
            | {
                type: 'multi_channels_select';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                max_selected_items?: number;
                initial_channels?: string[];
              }
            | {
                type: 'datepicker';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                initial_date?: string;
              }
            | {
                type: 'timepicker';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                initial_time?: string;
              }
            | {
                type: 'datetimepicker';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                initial_date_time?: number;
              }
            | {
                type: 'checkboxes';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                options: {
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  value: string;
                  description?:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  url?: string;
                }[];
                initial_options?: {
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  value: string;
                  description?:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  url?: string;
                }[];
              }
            | {
                type: 'radio_buttons';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                options: {
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  value: string;
                  description?:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  url?: string;
                }[];
                initial_option?: {
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  value: string;
                  description?:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  url?: string;
                };
              }
            | {
                type: 'plain_text_input';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                multiline: boolean;
                min_length?: number;
                max_length: number;
                initial_value?: string;
              }
            | {
                type: 'number_input';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                is_decimal_allowed: boolean;
                min_value?: string;
                max_value?: string;
                initial_value?: string;
              }
            | {
                type: 'email_text_input';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                initial_value?: string;
              }
            | {
                type: 'url_text_input';
                action_id: string;
                confirm?: {
                  title: {
                    type: 'plain_text';
                    text: string;
                  };
                  text:
                    | {
                        type: 'plain_text';
                        text: string;
                      }
                    | {
                        type: 'mrkdwn';
                        text: string;
                        html: string;
                      };
                  confirm: {
                    type: 'plain_text';
                    text: string;
                  };
                  deny: {
                    type: 'plain_text';
                    text: string;
                  };
                  style?: 'primary' | 'danger';
                };
                placeholder?: {
                  type: 'plain_text';
                  text: string;
                };
                initial_value?: string;
              }
          )
        | {
            type: 'image';
            image_url: string;
            alt_text: string;
          };
    }
  | {
      type: 'context';
      block_id: string;
      elements: (
        | {
            type: 'plain_text';
            text: string;
          }
        | {
            type: 'mrkdwn';
            text: string;
            html: string;
          }
        | {
            type: 'image';
            image_url: string;
            alt_text: string;
          }
      )[];
    }
  | {
      type: 'divider';
      block_id: string;
    }
  | {
      type: 'image';
      block_id: string;
      image_url: string;
      alt_text: string;
      title?: {
        type: 'plain_text';
        text: string;
      };
    }
  | {
      type: 'actions';
      block_id: string;
      elements: (
        | {
            type: 'button';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            text: {
              type: 'plain_text';
              text: string;
            };
            value?: string;
            url?: string;
            style?: 'primary' | 'danger';
            accessibility_label?: string;
          }
        | {
            type: 'overflow';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            options: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
          }
        | {
            type: 'static_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            options?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
            option_groups?: {
              label: {
                type: 'plain_text';
                text: string;
              };
              options: {
                text:
                  | {
                      type: 'plain_text';
                      text: string;
                    }
                  | {
                      type: 'mrkdwn';
                      text: string;
                      html: string;
                    };
                value: string;
                description?:
                  | {
                      type: 'plain_text';
                      text: string;
                    }
                  | {
                      type: 'mrkdwn';
                      text: string;
                      html: string;
                    };
                url?: string;
              }[];
            }[];
            initial_option?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            };
          }
        | {
            type: 'multi_static_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            options?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
            option_groups?: {
              label: {
                type: 'plain_text';
                text: string;
              };
              options: {
                text:
                  | {
                      type: 'plain_text';
                      text: string;
                    }
                  | {
                      type: 'mrkdwn';
                      text: string;
                      html: string;
                    };
                value: string;
                description?:
                  | {
                      type: 'plain_text';
                      text: string;
                    }
                  | {
                      type: 'mrkdwn';
                      text: string;
                      html: string;
                    };
                url?: string;
              }[];
            }[];
            max_selected_items?: number;
            initial_options?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
          }
        | {
            type: 'external_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            min_query_length: number;
            initial_option?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            };
          }
        | {
            type: 'multi_external_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            max_selected_items?: number;
            min_query_length: number;
            initial_options?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
          }
        | {
            type: 'users_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            initial_user?: string;
          }
        | {
            type: 'multi_users_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            max_selected_items?: number;
            initial_users?: string[];
          }
        | {
            type: 'channels_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            initial_channel?: string;
          }
        | {
            type: 'multi_channels_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            max_selected_items?: number;
            initial_channels?: string[];
          }
        | {
            type: 'datepicker';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            initial_date?: string;
          }
        | {
            type: 'timepicker';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            initial_time?: string;
          }
        | {
            type: 'datetimepicker';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            initial_date_time?: number;
          }
        | {
            type: 'checkboxes';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            options: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
            initial_options?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
          }
        | {
            type: 'radio_buttons';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            options: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
            initial_option?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            };
          }
        | {
            type: 'plain_text_input';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            multiline: boolean;
            min_length?: number;
            max_length: number;
            initial_value?: string;
          }
        | {
            type: 'number_input';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            is_decimal_allowed: boolean;
            min_value?: string;
            max_value?: string;
            initial_value?: string;
          }
        | {
            type: 'email_text_input';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            initial_value?: string;
          }
        | {
            type: 'url_text_input';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            initial_value?: string;
          }
      )[];
    }
  | {
      type: 'input';
      block_id: string;
      label: {
        type: 'plain_text';
        text: string;
      };
      element:
        | {
            type: 'button';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            text: {
              type: 'plain_text';
              text: string;
            };
            value?: string;
            url?: string;
            style?: 'primary' | 'danger';
            accessibility_label?: string;
          }
        | {
            type: 'overflow';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            options: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
          }
        | {
            type: 'static_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            options?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
            option_groups?: {
              label: {
                type: 'plain_text';
                text: string;
              };
              options: {
                text:
                  | {
                      type: 'plain_text';
                      text: string;
                    }
                  | {
                      type: 'mrkdwn';
                      text: string;
                      html: string;
                    };
                value: string;
                description?:
                  | {
                      type: 'plain_text';
                      text: string;
                    }
                  | {
                      type: 'mrkdwn';
                      text: string;
                      html: string;
                    };
                url?: string;
              }[];
            }[];
            initial_option?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            };
          }
        | {
            type: 'multi_static_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            options?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
            option_groups?: {
              label: {
                type: 'plain_text';
                text: string;
              };
              options: {
                text:
                  | {
                      type: 'plain_text';
                      text: string;
                    }
                  | {
                      type: 'mrkdwn';
                      text: string;
                      html: string;
                    };
                value: string;
                description?:
                  | {
                      type: 'plain_text';
                      text: string;
                    }
                  | {
                      type: 'mrkdwn';
                      text: string;
                      html: string;
                    };
                url?: string;
              }[];
            }[];
            max_selected_items?: number;
            initial_options?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
          }
        | {
            type: 'external_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            min_query_length: number;
            initial_option?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            };
          }
        | {
            type: 'multi_external_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            max_selected_items?: number;
            min_query_length: number;
            initial_options?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
          }
        | {
            type: 'users_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            initial_user?: string;
          }
        | {
            type: 'multi_users_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            max_selected_items?: number;
            initial_users?: string[];
          }
        | {
            type: 'channels_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            initial_channel?: string;
          }
        | {
            type: 'multi_channels_select';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            max_selected_items?: number;
            initial_channels?: string[];
          }
        | {
            type: 'datepicker';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            initial_date?: string;
          }
        | {
            type: 'timepicker';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            initial_time?: string;
          }
        | {
            type: 'datetimepicker';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            initial_date_time?: number;
          }
        | {
            type: 'checkboxes';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            options: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
            initial_options?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
          }
        | {
            type: 'radio_buttons';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            options: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            }[];
            initial_option?: {
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              value: string;
              description?:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              url?: string;
            };
          }
        | {
            type: 'plain_text_input';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            multiline: boolean;
            min_length?: number;
            max_length: number;
            initial_value?: string;
          }
        | {
            type: 'number_input';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            is_decimal_allowed: boolean;
            min_value?: string;
            max_value?: string;
            initial_value?: string;
          }
        | {
            type: 'email_text_input';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            initial_value?: string;
          }
        | {
            type: 'url_text_input';
            action_id: string;
            confirm?: {
              title: {
                type: 'plain_text';
                text: string;
              };
              text:
                | {
                    type: 'plain_text';
                    text: string;
                  }
                | {
                    type: 'mrkdwn';
                    text: string;
                    html: string;
                  };
              confirm: {
                type: 'plain_text';
                text: string;
              };
              deny: {
                type: 'plain_text';
                text: string;
              };
              style?: 'primary' | 'danger';
            };
            placeholder?: {
              type: 'plain_text';
              text: string;
            };
            initial_value?: string;
          };
      hint?: {
        type: 'plain_text';
        text: string;
      };
      optional: boolean;
      dispatch_action: boolean;
    };
export type GroupSettingValue =
  | number
  | {
      direct_members: number[];
      direct_subgroups: number[];
    };
export type MessageIcon =
  | {
      image_url: string;
    }
  | {
      text: string;
    };

export interface Operations {
  'add-alert-words': {
    params: {
      /**
       * A JSON text.
       *
       * @maxItems 1000
       */
      alert_words: string[];
    };
    answer: {
      alert_words: string[];
    };
  };
  'add-apns-token': {
    params: {
      /**
       * Token of Apple’s push service, in hex.
       */
      token: string;
      /**
       * Bundle ID of the app.
       */
      appid: string;
    };
    answer: {};
  };
  'add-bot': {
    params: {
      full_name: string;
      /**
       * Its address is `{short_name}-bot@` the organization’s host.
       */
      short_name: string;
      /**
       * 1 generic; 2 incoming webhook, whose key works only in the addresses of its webhooks; 3 outgoing webhook, whose messages are sent to a program; 4 is refused.
       */
      bot_type?: number;
      /**
       * Of an outgoing webhook: the public web address of its program.
       */
      payload_url?: string;
      /**
       * Of an outgoing webhook: 1 for Zulip’s format, 2 for Slack’s.
       */
      interface_type?: number;
    };
    answer: {
      user_id: number;
      /**
       * Opens everything that its account may do, within the limits of the key.
       */
      api_key: string;
      bot: OwnBot;
    };
  };
  'add-code-playground': {
    params: {
      name: string;
      pygments_language: string;
      /**
       * RFC 6570 with exactly one variable, `code`.
       */
      url_template: string;
    };
    answer: {
      id: number;
    };
  };
  'add-default-stream': {
    params: {
      stream_id: number;
    };
    answer: {};
  };
  'add-fcm-token': {
    params: {
      /**
       * Registration token of Firebase Cloud Messaging.
       */
      token: string;
    };
    answer: {};
  };
  'add-linkifier': {
    params: {
      /**
       * RE2 syntax, named groups as (?P<name>…).
       */
      pattern: string;
      /**
       * RFC 6570; its variables are the named groups.
       */
      url_template: string;
      /**
       * Text that the pattern matches and the reverse template reproduces; empty for none.
       */
      example_input?: string;
      /**
       * Text that a pasted address becomes; empty for none. Needs an example_input.
       */
      reverse_template?: string;
      /**
       * Further templates of addresses that become text when they are pasted. A JSON text.
       *
       * @maxItems 1000
       */
      alternative_url_templates?: string[];
    };
    answer: {
      id: number;
    };
  };
  'add-navigation-view': {
    params: {
      fragment: string;
      is_pinned: boolean;
      /**
       * Not for built-in views.
       */
      name?: string;
    };
    answer: {};
  };
  'add-passkey': {
    params: {
      name: string;
      /**
       * What the authenticator answered; bytes as base64url. A JSON text.
       */
      passkey: {
        challenge_token: string;
        id: string;
        client_data_json: string;
        attestation_object?: string;
        transports?: string[];
        authenticator_data?: string;
        signature?: string;
        user_handle?: string;
      };
    };
    answer: {
      /**
       * Items: Opens confirming sign-ins of the account.
       */
      recovery_codes: string[];
    };
  };
  'add-reaction': {
    params: {
      emoji_name: string;
      /**
       * Decides when clients differ in the emoji that the name means.
       */
      emoji_code?: string;
      /**
       * `unicode_emoji`, `realm_emoji` or `zulip_extra_emoji`.
       */
      reaction_type?: string;
      message_id: number;
    };
    answer: {};
  };
  'add-realm-domain': {
    params: {
      domain: string;
      allow_subdomains: boolean;
    };
    answer: {};
  };
  'add-sign-in-passkey': {
    params: {
      /**
       * The token in the refusal SECOND_FACTOR_REQUIRED.
       */
      token: string;
      name: string;
      /**
       * What the authenticator answered; bytes as base64url. A JSON text.
       */
      passkey: {
        challenge_token: string;
        id: string;
        client_data_json: string;
        attestation_object?: string;
        transports?: string[];
        authenticator_data?: string;
        signature?: string;
        user_handle?: string;
      };
    };
    answer: {
      user_id: number;
      /**
       * Opens writing in the session, together with its cookie.
       */
      csrf_token?: string;
      /**
       * Opens the account in the app of a phone or a desktop that has begun the sign-in, which alone can decrypt it.
       */
      location?: string;
      /**
       * Opens the account in the app of a phone or a desktop that has begun the sign-in, which alone can decrypt it.
       */
      desktop_ticket?: string;
      /**
       * Items: Opens confirming sign-ins of the account.
       */
      recovery_codes: string[];
    };
  };
  'add-submessage': {
    params: {
      message_id: number;
      msg_type: string;
      content: string;
    };
    answer: {};
  };
  'add-web-push': {
    params: {
      /**
       * The browser’s `PushSubscription` as JSON, made with `server_web_push_public_key` of the registration. A JSON text.
       */
      subscription: {
        endpoint: string;
        keys: {
          p256dh: string;
          auth: string;
        };
      };
    };
    answer: {};
  };
  'archive-stream': {
    params: {
      stream_id: number;
    };
    answer: {};
  };
  'begin-confirmation': {
    params: {};
    answer: {
      challenge_token: string;
      challenge: string;
      rp_id: string;
      allowed: {
        id: string;
        transports: string[];
      }[];
      requires_verification: boolean;
    };
  };
  'begin-passkey': {
    params: {};
    answer: {
      challenge_token: string;
      challenge: string;
      rp_id: string;
      rp_name: string;
      user_handle: string;
      user_name: string;
      display_name: string;
      excluded: {
        id: string;
        transports: string[];
      }[];
    };
  };
  'begin-passkey-sign-in': {
    params: {
      /**
       * The token in the refusal SECOND_FACTOR_REQUIRED.
       */
      token?: string;
    };
    answer: {
      challenge_token: string;
      challenge: string;
      rp_id: string;
      allowed: {
        id: string;
        transports: string[];
      }[];
      requires_verification: boolean;
    };
  };
  'begin-sign-in-passkey': {
    params: {
      /**
       * The token in the refusal SECOND_FACTOR_REQUIRED.
       */
      token: string;
    };
    answer: {
      challenge_token: string;
      challenge: string;
      rp_id: string;
      rp_name: string;
      user_handle: string;
      user_name: string;
      display_name: string;
      excluded: {
        id: string;
        transports: string[];
      }[];
    };
  };
  'begin-sign-in-totp': {
    params: {
      /**
       * The token in the refusal SECOND_FACTOR_REQUIRED.
       */
      token: string;
    };
    answer: {
      /**
       * Opens confirming sign-ins of the account.
       */
      secret: string;
      /**
       * Opens confirming sign-ins of the account.
       */
      uri: string;
    };
  };
  'begin-totp': {
    params: {};
    answer: {
      /**
       * Opens confirming sign-ins of the account.
       */
      secret: string;
      /**
       * Opens confirming sign-ins of the account.
       */
      uri: string;
    };
  };
  'check-messages-match-narrow': {
    params: {
      /**
       * @maxItems 5000
       */
      msg_ids: number[];
      /**
       * @maxItems 100
       */
      narrow: (
        | {
            operator: string;
            operand: string | number | boolean | number[];
            negated?: boolean;
          }
        | [string, string]
      )[];
      sort?: 'newest' | 'relevance';
    };
    answer: {
      messages: {
        [k: string]: {
          match_content: string;
          match_subject: string;
        };
      };
    };
  };
  'clear-own-profile': {
    params: {
      /**
       * IDs of fields. A JSON text.
       *
       * @maxItems 1000
       */
      data: number[];
    };
    answer: {};
  };
  'close-queues': {
    params: {
      /**
       * The caller unless given.
       */
      user_id?: number;
      /**
       * All queues of the user unless given. A JSON text.
       *
       * @minItems 1
       * @maxItems 1000
       */
      queue_ids?: [string, ...string[]];
    };
    answer: {
      closed: number;
    };
  };
  'close-view': {
    params: {
      view_id: string;
    };
    answer: {};
  };
  'complete-sign-in': {
    params: {
      /**
       * The token in the refusal SECOND_FACTOR_REQUIRED.
       */
      token?: string;
      /**
       * Six digits of an authenticator app.
       */
      code?: string;
      recovery_code?: string;
      /**
       * What the authenticator answered; bytes as base64url. A JSON text.
       */
      passkey?: {
        challenge_token: string;
        id: string;
        client_data_json: string;
        attestation_object?: string;
        transports?: string[];
        authenticator_data?: string;
        signature?: string;
        user_handle?: string;
      };
    };
    answer: {
      user_id: number;
      /**
       * Opens writing in the session, together with its cookie.
       */
      csrf_token?: string;
      /**
       * Opens the account in the app of a phone or a desktop that has begun the sign-in, which alone can decrypt it.
       */
      location?: string;
      /**
       * Opens the account in the app of a phone or a desktop that has begun the sign-in, which alone can decrypt it.
       */
      desktop_ticket?: string;
    };
  };
  'confirm-address': {
    params: {
      /**
       * The last part of the link; empty to join without an invitation, where the organization allows it.
       */
      token?: string;
      email: string;
    };
    answer: {};
  };
  'confirm-email-change': {
    params: {
      /**
       * The last part of the link.
       */
      token: string;
    };
    answer: {
      email: string;
    };
  };
  'confirm-session': {
    params: {
      /**
       * Six digits of an authenticator app.
       */
      code?: string;
      recovery_code?: string;
      /**
       * What the authenticator answered; bytes as base64url. A JSON text.
       */
      passkey?: {
        challenge_token: string;
        id: string;
        client_data_json: string;
        attestation_object?: string;
        transports?: string[];
        authenticator_data?: string;
        signature?: string;
        user_handle?: string;
      };
      password?: string;
    };
    answer: {};
  };
  'confirm-sign-in-totp': {
    params: {
      /**
       * The token in the refusal SECOND_FACTOR_REQUIRED.
       */
      token: string;
      /**
       * Six digits of an authenticator app.
       */
      code: string;
    };
    answer: {
      user_id: number;
      /**
       * Opens writing in the session, together with its cookie.
       */
      csrf_token?: string;
      /**
       * Opens the account in the app of a phone or a desktop that has begun the sign-in, which alone can decrypt it.
       */
      location?: string;
      /**
       * Opens the account in the app of a phone or a desktop that has begun the sign-in, which alone can decrypt it.
       */
      desktop_ticket?: string;
      /**
       * Items: Opens confirming sign-ins of the account.
       */
      recovery_codes: string[];
    };
  };
  'confirm-totp': {
    params: {
      /**
       * Six digits of an authenticator app.
       */
      code: string;
    };
    answer: {
      /**
       * Items: Opens confirming sign-ins of the account.
       */
      recovery_codes: string[];
    };
  };
  'create-api-key': {
    params: {
      name: string;
      is_read_only?: boolean;
      /**
       * Areas of the API that the key opens; empty for all. `audit`: The audit log. `bots`: Bots and their storage, without their keys. `channels`: Channels, subscriptions, folders and names of topics. `events`: Events about everything but messages. With `messages`, also events about messages. `groups`: User groups. `invites`: Invitations. The key gets only the links that it makes itself. `messages`: Contents: messages, direct ones included, and the files in them. Sending. Drafts, reminders, snippets and scheduled messages need it in addition to `personal`. `mobile`: Devices for push notifications. With `messages`, also registering one, because it then receives messages. `organization`: Settings and definitions of the organization, without exports. `personal`: Status, presence, alert words, muted users, views. With `messages`, also drafts and other written texts. `uploads`: Uploading, and the own files. With `messages`, also files in messages of other people. `users`: People and the own account, without exports. A JSON text.
       */
      areas?: (
        | 'audit'
        | 'bots'
        | 'channels'
        | 'events'
        | 'groups'
        | 'invites'
        | 'messages'
        | 'mobile'
        | 'organization'
        | 'personal'
        | 'uploads'
        | 'users'
      )[];
      /**
       * Absent: the key does not expire.
       */
      expires_in_days?: number;
    };
    answer: {
      key_id: number;
      /**
       * Opens everything that its account may do, within the limits of the key.
       */
      api_key: string;
    };
  };
  'create-big-blue-button-video-call': {
    params: {
      meeting_name: string;
      voice_only?: boolean;
    };
    answer: {
      /**
       * Opens the meeting that the request creates.
       */
      url: string;
    };
  };
  'create-channel': {
    params: {
      name: string;
      description?: string;
      /**
       * A JSON text.
       *
       * @maxItems 100000
       */
      subscribers: number[];
      announce?: boolean;
      invite_only?: boolean;
      is_web_public?: boolean;
      is_default_stream?: boolean;
      history_public_to_subscribers?: boolean;
      /**
       * Whether mobile notifications are on for people when they subscribe for the first time.
       */
      default_push_notifications?: boolean;
      /**
       * Days, `realm_default` or `unlimited`. A JSON text.
       */
      message_retention_days?: number | string;
      topics_policy?: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
      send_new_subscription_messages?: boolean;
      /**
       * @deprecated
       * Who may post: 1 everyone, 2 administrators, 3 full members, 4 moderators.
       */
      stream_post_policy?: number;
      /**
       * @deprecated
       * Whether administrators alone may post.
       */
      is_announcement_only?: boolean;
      /**
       * A JSON text.
       */
      can_add_subscribers_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_administer_channel_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_create_topic_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_delete_any_message_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_delete_own_message_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_move_messages_out_of_channel_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_move_messages_within_channel_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_remove_subscribers_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_resolve_topics_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_send_message_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_subscribe_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * `null` for none.
       */
      folder_id?: number | null;
    };
    answer: {
      id: number;
    };
  };
  'create-channel-folder': {
    params: {
      name: string;
      description?: string;
    };
    answer: {
      channel_folder_id: number;
    };
  };
  'create-custom-profile-field': {
    params: {
      name?: string;
      hint?: string;
      /**
       * Choices of a list of options; site and address of an external account. A JSON text.
       */
      field_data?: {
        [k: string]: unknown;
      };
      display_in_profile_summary?: boolean;
      required?: boolean;
      editable_by_user?: boolean;
      /**
       * Whether clients find people by their value of the field: a short text or an external account.
       */
      use_for_user_matching?: boolean;
      field_type: number;
    };
    answer: {
      id: number;
    };
  };
  'create-drafts': {
    params: {
      /**
       * A JSON text.
       *
       * @maxItems 1000
       */
      drafts?: {
        id?: number;
        type: '' | 'stream' | 'private';
        /**
         * @maxItems 1000
         */
        to: number[];
        topic: string;
        content: string;
        timestamp?: number;
      }[];
    };
    answer: {
      ids: number[];
    };
  };
  'create-invite-link': {
    params: {
      /**
       * A JSON text.
       *
       * @maxItems 1000
       */
      stream_ids?: number[];
      /**
       * Null never expires.
       */
      invite_expires_in_minutes?: number | null;
      /**
       * Role: 100, 200, 300, 400 or 600.
       */
      invite_as?: number;
      /**
       * A JSON text.
       *
       * @maxItems 1000
       */
      group_ids?: number[];
      include_realm_default_subscriptions?: boolean;
      /**
       * For administrators. Null takes the organization’s text, the empty text sends none.
       */
      welcome_message_custom_text?: string | null;
    };
    answer: {
      /**
       * Opens an account with the role, the groups and the channels of the invitation.
       */
      invite_link: string;
    };
  };
  'create-message-reminder': {
    params: {
      message_id: number;
      scheduled_delivery_timestamp: number;
      note?: string;
    };
    answer: {
      reminder_id: number;
    };
  };
  'create-recovery-codes': {
    params: {};
    answer: {
      /**
       * Items: Opens confirming sign-ins of the account.
       */
      recovery_codes: string[];
    };
  };
  'create-saved-snippet': {
    params: {
      title: string;
      content: string;
    };
    answer: {
      saved_snippet_id: number;
    };
  };
  'create-scheduled-message': {
    params: {
      type: 'direct' | 'channel' | 'stream' | 'private';
      /**
       * A JSON text.
       */
      to: number | number[];
      content: string;
      /**
       * Also accepted as `subject`.
       */
      topic?: string;
      scheduled_delivery_timestamp: number;
      read_by_sender?: boolean;
    };
    answer: {
      scheduled_message_id: number;
    };
  };
  'create-user': {
    params: {
      email: string;
      password: string;
      full_name: string;
    };
    answer: {
      user_id: number;
    };
  };
  'create-user-group': {
    params: {
      name: string;
      description: string;
      /**
       * A JSON text.
       *
       * @maxItems 100000
       */
      members: number[];
      /**
       * A JSON text.
       *
       * @maxItems 100000
       */
      subgroups?: number[];
      /**
       * A JSON text.
       */
      can_add_members_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_join_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_leave_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_manage_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_mention_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_remove_members_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
    };
    answer: {
      group_id: number;
    };
  };
  'create-webhook': {
    params: {
      /**
       * A name from `GET /integrations`.
       */
      integration?: string;
      /**
       * Where messages go; 0 for none: then they go to the owner of the bot.
       */
      channel_id?: number;
      /**
       * Empty: the integration chooses.
       */
      topic?: string;
      /**
       * With which the tool signs. Empty removes it.
       */
      secret?: string;
      is_enabled?: boolean;
      /**
       * Whether payloads in Slack’s and Mattermost’s form may name another channel. Default true.
       */
      allows_override?: boolean;
      /**
       * The text of messages, instead of that of the integration. Empty removes it.
       */
      template?: string;
      bot_id: number;
    };
    answer: {
      webhook: IncomingWebhook;
    };
  };
  'create-zoom-video-call': {
    params: {
      is_video_call?: boolean;
    };
    answer: {
      /**
       * Opens the meeting that the request creates.
       */
      url: string;
    };
  };
  'deactivate-bot': {
    params: {
      bot_id: number;
    };
    answer: {};
  };
  'deactivate-own-user': {
    params: {};
    answer: {};
  };
  'deactivate-user': {
    params: {
      /**
       * For administrators: what to delete of the user and their bots; messages in the background. A JSON text.
       */
      actions?: {
        delete_profile?: boolean;
        delete_public_channel_messages?: boolean;
        delete_private_channel_messages?: boolean;
        delete_direct_messages?: boolean;
      };
      /**
       * Mailed to the user.
       */
      deactivation_notification_comment?: string;
      user_id_or_email: string;
    };
    answer: {};
  };
  'deactivate-user-group': {
    params: {
      user_group_id: number;
    };
    answer: {};
  };
  'delete-api-key': {
    params: {
      key_id: number;
    };
    answer: {};
  };
  'delete-draft': {
    params: {
      draft_id: number;
    };
    answer: {};
  };
  'delete-message': {
    params: {
      message_id: number;
    };
    answer: {};
  };
  'delete-queue': {
    params: {
      queue_id: string;
    };
    answer: {};
  };
  'delete-realm-export': {
    params: {
      export_id: number;
    };
    answer: {};
  };
  'delete-reminder': {
    params: {
      reminder_id: number;
    };
    answer: {};
  };
  'delete-saved-snippet': {
    params: {
      saved_snippet_id: number;
    };
    answer: {};
  };
  'delete-scheduled-message': {
    params: {
      scheduled_message_id: number;
    };
    answer: {};
  };
  'delete-topic': {
    params: {
      topic_name: string;
      stream_id: number;
    };
    answer: {
      complete: boolean;
    };
  };
  'delete-user-api-key': {
    params: {
      user_id: number;
      key_id: number;
    };
    answer: {};
  };
  'delete-user-api-keys': {
    params: {
      user_id: number;
    };
    answer: {
      count: number;
    };
  };
  'delete-webhook': {
    params: {
      bot_id: number;
      webhook_id: number;
    };
    answer: {};
  };
  'dev-fetch-api-key': {
    params: {
      /**
       * The email address.
       */
      username: string;
    };
    answer: {
      /**
       * Opens everything that its account may do, within the limits of the key.
       */
      api_key: string;
      email: string;
      user_id: number;
    };
  };
  'e2ee-test-notify': {
    params: {
      /**
       * Only to the phone with this account ID.
       */
      push_account_id?: number;
      /**
       * Only to this device.
       */
      device_id?: number;
    };
    answer: {};
  };
  'edit-draft': {
    params: {
      /**
       * A JSON text.
       */
      draft: {
        id?: number;
        type: '' | 'stream' | 'private';
        /**
         * @maxItems 1000
         */
        to: number[];
        topic: string;
        content: string;
        timestamp?: number;
      };
      draft_id: number;
    };
    answer: {};
  };
  'edit-navigation-view': {
    params: {
      is_pinned?: boolean;
      name?: string;
      fragment: string;
    };
    answer: {};
  };
  'edit-saved-snippet': {
    params: {
      title?: string;
      content?: string;
      saved_snippet_id: number;
    };
    answer: {};
  };
  'end-own-access': {
    params: {
      /**
       * Whether the browser session that makes the request stays.
       */
      except_current_session?: boolean;
      /**
       * Whether the access of the bots ends, too. Otherwise they go on, and the answer lists them.
       */
      end_bots?: boolean;
    };
    answer: {
      sessions: number;
      api_keys: number;
      bots: {
        user_id: number;
        full_name: string;
        is_ended: boolean;
      }[];
    };
  };
  'end-session': {
    params: {
      session_id: number;
    };
    answer: {};
  };
  'end-user-access': {
    params: {
      /**
       * Whether the access of the bots ends, too. Otherwise they go on, and the answer lists them.
       */
      end_bots?: boolean;
      user_id: number;
    };
    answer: {
      sessions: number;
      api_keys: number;
      bots: {
        user_id: number;
        full_name: string;
        is_ended: boolean;
      }[];
    };
  };
  'end-user-sessions': {
    params: {
      /**
       * Absent: all of them.
       */
      session_id?: number;
      user_id: number;
    };
    answer: {
      count: number;
    };
  };
  'erase-user': {
    params: {
      /**
       * Also deletes the messages and files of the person.
       */
      delete_messages?: boolean;
      user_id: number;
    };
    answer: {
      id: number;
    };
  };
  'export-own-data': {
    params: {};
    answer: {
      id: number;
    };
  };
  'export-person-data': {
    params: {
      user_id: number;
    };
    answer: {
      id: number;
    };
  };
  'export-realm': {
    params: {
      /**
       * public; full_with_consent: also private data of people who consent; full_without_consent: all private data, for owners where operators allow it. Also 1 for public and 2 for full_with_consent.
       */
      export_type?: number | ('public' | 'full_with_consent' | 'full_without_consent');
      /**
       * Time in seconds since 1970: only messages that were sent since are exported. 0 for all.
       */
      since?: number;
      /**
       * parley: the form that `parley import` reads; zulip: what Zulip’s importer reads; mattermost: its bulk form.
       */
      format?: 'parley' | 'zulip' | 'mattermost';
    };
    answer: {
      id: number;
    };
  };
  'fetch-api-key': {
    params: {
      /**
       * The real email address.
       */
      username: string;
      password: string;
    };
    answer: {
      /**
       * Opens everything that its account may do, within the limits of the key.
       */
      api_key: string;
      email: string;
      user_id: number;
    };
  };
  'find-imported-message': {
    params: {
      source_id: string;
    };
    answer: {
      message_id: number | null;
    };
  };
  'finish-onboarding-step': {
    params: {
      onboarding_step: string;
    };
    answer: {};
  };
  'get-alert-words': {
    params: {};
    answer: {
      alert_words: string[];
    };
  };
  'get-api-keys': {
    params: {};
    answer: {
      api_keys: {
        id: number;
        name: string;
        is_read_only: boolean;
        areas: string[];
        created: number;
        expires: number | null;
        last_used: number | null;
        last_used_address: string;
      }[];
      account_key: {
        created: number;
        last_used: number | null;
        last_used_address: string;
      };
    };
  };
  'get-app-credentials': {
    params: {
      /**
       * Replaces both. The former ones end at once.
       */
      renew?: boolean;
      app_id: number;
    };
    answer: {
      credentials: AppCredentials;
    };
  };
  'get-apps': {
    params: {};
    answer: {
      apps: App[];
    };
  };
  'get-attachments': {
    params: {};
    answer: {
      attachments: ListedAttachment[];
      upload_space_used: number;
    };
  };
  'get-audit-log': {
    params: {
      before?: number;
      limit?: number;
      user_id?: number;
      actor_id?: number;
      action?: string;
      from?: number;
      to?: number;
    };
    answer: {
      entries: AuditEntry[];
    };
  };
  'get-block-options': {
    params: {
      message_id?: number;
      ephemeral_id?: string;
      view_id?: string;
      block_id: string;
      action_id: string;
      query?: string;
    };
    answer: {
      found: {
        options?: {
          text:
            | {
                type: 'plain_text';
                text: string;
              }
            | {
                type: 'mrkdwn';
                text: string;
                html: string;
              };
          value: string;
          description?:
            | {
                type: 'plain_text';
                text: string;
              }
            | {
                type: 'mrkdwn';
                text: string;
                html: string;
              };
          url?: string;
        }[];
        option_groups?: {
          label: {
            type: 'plain_text';
            text: string;
          };
          options: {
            text:
              | {
                  type: 'plain_text';
                  text: string;
                }
              | {
                  type: 'mrkdwn';
                  text: string;
                  html: string;
                };
            value: string;
            description?:
              | {
                  type: 'plain_text';
                  text: string;
                }
              | {
                  type: 'mrkdwn';
                  text: string;
                  html: string;
                };
            url?: string;
          }[];
        }[];
      };
    };
  };
  'get-bot-api-key': {
    params: {
      bot_id: number;
    };
    answer: {
      /**
       * Opens everything that its account may do, within the limits of the key.
       */
      api_key: string;
    };
  };
  'get-bot-storage': {
    params: {
      /**
       * @maxItems 10000
       */
      keys?: string[];
    };
    answer: {
      storage: {
        [k: string]: string;
      };
    };
  };
  'get-bots': {
    params: {};
    answer: {
      bots: OwnBot[];
    };
  };
  'get-channel-folders': {
    params: {
      include_archived?: boolean;
    };
    answer: {
      channel_folders: ChannelFolder[];
    };
  };
  'get-commands': {
    params: {};
    answer: {
      commands: Command[];
    };
  };
  'get-custom-emoji': {
    params: {};
    answer: {
      emoji: {
        [k: string]: Emoji;
      };
    };
  };
  'get-custom-profile-fields': {
    params: {};
    answer: {
      custom_fields: CustomProfileField[];
    };
  };
  'get-deliveries': {
    params: {
      bot_id: number;
      direction?: 'in' | 'out';
      state?: 'sent' | 'ignored' | 'filtered' | 'refused' | 'unverified' | 'waiting' | 'delivered' | 'dead';
      before?: number;
      limit?: number;
    };
    answer: {
      deliveries: Delivery[];
    };
  };
  'get-drafts': {
    params: {};
    answer: {
      count: number;
      drafts: Draft[];
    };
  };
  'get-erasures': {
    params: {};
    answer: {
      erasures: {
        id: number;
        user_id: number;
        acting_user_id: number | null;
        deletes_messages: boolean;
        requested_at: number;
        finished_at: number | null;
        counts: {
          [k: string]: number;
        };
      }[];
    };
  };
  'get-events': {
    params: {
      queue_id?: string;
      last_event_id?: number;
      dont_block?: boolean;
      apply_markdown?: boolean;
      client_gravatar?: boolean;
      include_subscribers?: 'true' | 'false' | 'partial';
      slim_presence?: boolean;
      presence_history_limit_days?: number;
      /**
       * @maxItems 1000
       */
      event_types?: string[];
      /**
       * @maxItems 1000
       */
      fetch_event_types?: string[];
      all_public_streams?: boolean;
      /**
       * @maxItems 100
       */
      narrow?: (
        | [string, string]
        | {
            operator: string;
            operand: string;
            negated?: false;
          }
      )[];
      client_capabilities?: {
        [k: string]: boolean;
      };
      idle_queue_timeout?: number | 'mobile';
    };
    answer: {
      queue_id: string;
      events: (
        | EphemeralMessageAddEvent
        | EphemeralMessageUpdateEvent
        | EphemeralMessageRemoveEvent
        | AppViewOpenEvent
        | AppViewUpdateEvent
        | AppViewCloseEvent
        | BlockActionEvent
        | AppsEvent
        | StreamCreateEvent
        | StreamUpdateEvent
        | StreamDeleteEvent
        | SubscriptionAddEvent
        | SubscriptionRemoveEvent
        | SubscriptionUpdateEvent
        | SubscriptionPeerAddEvent
        | SubscriptionPeerRemoveEvent
        | DefaultStreamsEvent
        | ChannelFolderAddEvent
        | ChannelFolderUpdateEvent
        | ChannelFolderReorderEvent
        | UserTopicEvent
        | MutedTopicsEvent
        | UserGroupAddEvent
        | UserGroupUpdateEvent
        | UserGroupAddMembersEvent
        | UserGroupRemoveMembersEvent
        | UserGroupAddSubgroupsEvent
        | UserGroupRemoveSubgroupsEvent
        | MessageEvent
        | UpdateMessageEvent
        | DeleteMessageEvent
        | ReactionAddEvent
        | ReactionRemoveEvent
        | PinAddEvent
        | PinRemoveEvent
        | SubmessageEvent
        | UpdateMessageFlagsAddEvent
        | UpdateMessageFlagsRemoveEvent
        | TypingStartEvent
        | TypingStopEvent
        | TypingEditMessageStartEvent
        | TypingEditMessageStopEvent
        | RealmUpdateEvent
        | RealmUpdateDictEvent
        | RealmDeactivatedEvent
        | RealmUserSettingsDefaultsUpdateEvent
        | CustomProfileFieldsEvent
        | RealmLinkifiersEvent
        | RealmPlaygroundsEvent
        | RealmDomainsAddEvent
        | RealmDomainsChangeEvent
        | RealmDomainsRemoveEvent
        | RealmEmojiAddEvent
        | RealmEmojiEditEvent
        | RealmEmojiUpdateOneEvent
        | AlertWordsEvent
        | MutedUsersEvent
        | OnboardingStepsEvent
        | HasZoomTokenEvent
        | NavigationViewAddEvent
        | NavigationViewUpdateEvent
        | NavigationViewRemoveEvent
        | UserSettingsUpdateEvent
        | DraftsAddEvent
        | DraftsUpdateEvent
        | DraftsRemoveEvent
        | SavedSnippetsAddEvent
        | SavedSnippetsUpdateEvent
        | SavedSnippetsRemoveEvent
        | ScheduledMessagesAddEvent
        | ScheduledMessagesUpdateEvent
        | ScheduledMessagesRemoveEvent
        | RemindersAddEvent
        | RemindersRemoveEvent
        | PushDeviceEvent
        | DeviceAddEvent
        | DeviceUpdateEvent
        | DeviceRemoveEvent
        | AttachmentAddEvent
        | AttachmentUpdateEvent
        | AttachmentRemoveEvent
        | RealmUserAddEvent
        | RealmUserRemoveEvent
        | RealmUserUpdateEvent
        | RealmBotAddEvent
        | RealmBotUpdateEvent
        | RealmBotDeleteEvent
        | RealmExportEvent
        | RealmExportConsentEvent
        | InvitesChangedEvent
        | UserStatusEvent
        | PresenceEvent
        | HeartbeatEvent
        | OlderDeleteMessageEvent
        | OlderPresenceEvent
        | OlderReactionAddEvent
        | OlderReactionRemoveEvent
        | OlderRealmEmojiUpdateEvent
        | OlderUserGroupRemoveEvent
      )[];
    };
  };
  'get-file-temporary-url': {
    params: {
      realm_id_str: number;
      folder: string;
      filename: string;
    };
    answer: {
      /**
       * Opens one file, for a minute, while who got it may read it.
       */
      url: string;
    };
  };
  'get-gifs': {
    params: {
      query?: string;
      language?: string;
      position?: string;
    };
    answer: {
      provider: string;
      gifs: {
        title: string;
        url: string;
        preview_url: string;
        preview_width: number;
        preview_height: number;
      }[];
      next_position: string;
    };
  };
  'get-import': {
    params: {
      import_id: number;
    };
    answer: {
      import: Import;
    };
  };
  'get-imports': {
    params: {};
    answer: {
      imports: Import[];
    };
  };
  'get-integrations': {
    params: {};
    answer: {
      integrations: Integration[];
    };
  };
  'get-invites': {
    params: {};
    answer: {
      invites: {
        id: number;
        invited_by_user_id: number;
        invited: number;
        expiry_date: number | null;
        invited_as: 100 | 200 | 300 | 400 | 600;
        email?: string;
        notify_referrer_on_join?: boolean;
        /**
         * Opens an account with the role, the groups and the channels of the invitation.
         */
        link_url?: string;
        is_multiuse: boolean;
      }[];
    };
  };
  'get-is-user-group-member': {
    params: {
      user_group_id: number;
      user_id: number;
      direct_member_only?: boolean;
    };
    answer: {
      is_user_group_member: boolean;
    };
  };
  'get-join-offer': {
    params: {
      /**
       * The last part of the link; empty to join without an invitation, where the organization allows it.
       */
      token?: string;
    };
    answer: {
      organization: string;
      email: string | null;
      is_open: boolean;
    };
  };
  'get-linkifiers': {
    params: {};
    answer: {
      linkifiers: Linkifier[];
    };
  };
  'get-message': {
    params: {
      message_id: number;
      apply_markdown?: boolean;
      allow_empty_topic_name?: boolean;
    };
    answer: {
      /**
       * @deprecated
       */
      raw_content: string;
      message: Message;
    };
  };
  'get-message-blocks': {
    params: {
      message_id: number;
    };
    answer: {
      message_blocks: MessageBlocks;
    };
  };
  'get-message-history': {
    params: {
      message_id: number;
      allow_empty_topic_name?: boolean;
    };
    answer: {
      message_history: {
        topic: string;
        prev_topic?: string;
        stream?: number;
        prev_stream?: number;
        content: string;
        rendered_content: string;
        prev_content?: string;
        prev_rendered_content?: string;
        user_id: number | null;
        content_html_diff?: string;
        timestamp: number;
      }[];
    };
  };
  'get-messages': {
    params: {
      anchor?: string;
      include_anchor?: boolean;
      anchor_date?: string;
      num_before?: number;
      num_after?: number;
      /**
       * @maxItems 100
       */
      narrow?: (
        | {
            operator: string;
            operand: string | number | boolean | number[];
            negated?: boolean;
          }
        | [string, string]
      )[];
      client_gravatar?: boolean;
      apply_markdown?: boolean;
      use_first_unread_anchor?: boolean;
      /**
       * @maxItems 5000
       */
      message_ids?: number[];
      allow_empty_topic_name?: boolean;
      sort?: 'newest' | 'relevance';
    };
    answer: {
      anchor?: number;
      found_newest: boolean;
      found_oldest: boolean;
      found_anchor: boolean;
      history_limited: boolean;
      messages: Message[];
    };
  };
  'get-moved-topic': {
    params: {
      stream_id: number;
      topic: string;
    };
    answer: {
      moved_to: {
        stream_id: number;
        topic: string;
      } | null;
    };
  };
  'get-navigation-views': {
    params: {};
    answer: {
      navigation_views: NavigationView[];
    };
  };
  'get-outgoing-webhook': {
    params: {
      bot_id: number;
    };
    answer: {
      outgoing_webhook: OutgoingWebhook;
    };
  };
  'get-own-exports': {
    params: {};
    answer: {
      exports: {
        id: number;
        user_id: number;
        acting_user_id: number | null;
        includes_private: boolean;
        requested_at: number;
        finished_at: number | null;
        failed_at: number | null;
        deleted_at: number | null;
        pending: boolean;
        export_url: string | null;
        counts: {
          [k: string]: number;
        };
      }[];
    };
  };
  'get-own-user': {
    params: {};
    answer: {
      user_id: number;
      email: string;
      full_name: string;
      date_joined: string;
      is_active: boolean;
      is_owner: boolean;
      is_admin: boolean;
      is_guest: boolean;
      is_bot: boolean;
      role: 100 | 200 | 300 | 400 | 600;
      timezone: string;
      avatar_version: number;
      delivery_email: string;
      avatar_url: string;
      is_imported_stub: boolean;
      profile_data?: {
        [k: string]: {
          value: string;
          rendered_value?: string;
        };
      };
      /**
       * @deprecated
       */
      max_message_id: number;
    };
  };
  'get-person-exports': {
    params: {};
    answer: {
      exports: {
        id: number;
        user_id: number;
        acting_user_id: number | null;
        includes_private: boolean;
        requested_at: number;
        finished_at: number | null;
        failed_at: number | null;
        deleted_at: number | null;
        pending: boolean;
        export_url: string | null;
        counts: {
          [k: string]: number;
        };
      }[];
    };
  };
  'get-pinned-messages': {
    params: {
      stream_id: number;
    };
    answer: {
      pins: {
        message_id: number;
        topic: string;
        /**
         * Who pinned it; null when that person was erased.
         */
        user_id: number | null;
        /**
         * Seconds since the Unix epoch.
         */
        pinned_at: number;
      }[];
    };
  };
  'get-presence': {
    params: {};
    answer: {
      server_timestamp: number;
      presences: {
        [k: string]: {
          [k: string]: ClientPresence;
        };
      };
    };
  };
  'get-read-receipts': {
    params: {
      message_id: number;
    };
    answer: {
      user_ids: number[];
    };
  };
  'get-realm-domains': {
    params: {};
    answer: {
      domains: AllowedDomain[];
    };
  };
  'get-realm-export-consents': {
    params: {};
    answer: {
      export_consents: {
        user_id: number;
        consented: boolean;
        email_address_visibility: number;
      }[];
    };
  };
  'get-realm-exports': {
    params: {};
    answer: {
      exports: RealmExport[];
    };
  };
  'get-reminders': {
    params: {};
    answer: {
      reminders: Reminder[];
    };
  };
  'get-retention-effect': {
    params: {
      message_retention_days: number;
      stream_id?: number;
    };
    answer: {
      messages: number;
      messages_with_files: number;
      is_complete: boolean;
    };
  };
  'get-saved-snippets': {
    params: {};
    answer: {
      saved_snippets: SavedSnippet[];
    };
  };
  'get-scheduled-messages': {
    params: {};
    answer: {
      scheduled_messages: ScheduledMessage[];
    };
  };
  'get-search-files': {
    params: {
      query: string;
      page?: string;
    };
    answer: {
      next_page: string | null;
      files: {
        name: string;
        path_id: string;
        match_name: string;
        context: string;
        message_id: number;
        sender_id: number;
        stream_id: number | null;
        topic: string;
        date_sent: number;
        text_status: 'pending' | 'text' | 'encrypted' | 'broken' | 'unsupported' | 'too_large';
      }[];
    };
  };
  'get-search-suggestions': {
    params: {
      query: string;
    };
    answer: {
      people: User[];
      channels: {
        stream_id: number;
        name: string;
      }[];
      topics: {
        stream_id: number;
        name: string;
        max_id: number;
      }[];
      did_you_mean: string | null;
    };
  };
  'get-second-factors': {
    params: {};
    answer: {
      has_totp: boolean;
      passkeys: {
        id: number;
        name: string;
        created: number;
        last_used: number | null;
      }[];
      recovery_codes: number;
      is_required: boolean;
    };
  };
  'get-server-settings': {
    params: {};
    answer: {
      /**
       * @deprecated
       */
      authentication_methods: {
        [k: string]: boolean;
      };
      external_authentication_methods: {
        name: string;
        display_name: string;
        display_icon: string | null;
        login_url: string;
        signup_url: string;
      }[];
      zulip_feature_level: number;
      zulip_version: string;
      zulip_merge_base: string;
      push_notifications_enabled: boolean;
      is_incompatible: boolean;
      email_auth_enabled: boolean;
      require_email_format_usernames: boolean;
      /**
       * @deprecated
       */
      realm_uri: string;
      realm_url: string;
      realm_name: string;
      realm_icon: string;
      realm_description: string;
      realm_web_public_access_enabled: boolean;
    };
  };
  'get-server-status': {
    params: {};
    answer: {
      services: string[];
      processes: {
        service: string;
        instance: string;
        version: string;
        started_at: number;
        readings: {
          [k: string]: number;
        };
        history: {
          every_seconds: number;
          readings: {
            [k: string]: number[];
          };
        };
      }[];
      space: {
        database: number | null;
        log: number | null;
        log_limit: number | null;
        files: number | null;
      };
    };
  };
  'get-sessions': {
    params: {};
    answer: {
      sessions: Session[];
    };
  };
  'get-stream-by-id': {
    params: {
      stream_id: number;
    };
    answer: {
      stream: Channel;
    };
  };
  'get-stream-email-address': {
    params: {
      stream_id: number;
      sender_id?: number;
    };
    answer: {
      /**
       * Opens posting to a channel by mail, from any address.
       */
      email: string;
    };
  };
  'get-stream-id': {
    params: {
      stream: string;
    };
    answer: {
      stream_id: number;
    };
  };
  'get-stream-topics': {
    params: {
      stream_id: number;
      allow_empty_topic_name?: boolean;
    };
    answer: {
      topics: {
        max_id: number;
        name: string;
      }[];
    };
  };
  'get-streams': {
    params: {
      include_public?: boolean;
      include_web_public?: boolean;
      include_subscribed?: boolean;
      exclude_archived?: boolean;
      include_all?: boolean;
      include_default?: boolean;
      include_owner_subscribed?: boolean;
      include_can_access_content?: boolean;
      include_all_active?: boolean;
    };
    answer: {
      streams: Channel[];
    };
  };
  'get-subscribers': {
    params: {
      stream_id: number;
    };
    answer: {
      subscribers: number[];
    };
  };
  'get-subscription-status': {
    params: {
      user_id: number;
      stream_id: number;
    };
    answer: {
      is_subscribed: boolean;
    };
  };
  'get-subscriptions': {
    params: {
      include_subscribers?: 'true' | 'false' | 'partial';
    };
    answer: {
      subscriptions: Subscription[];
    };
  };
  'get-user': {
    params: {
      user_id_or_email: string;
      client_gravatar?: boolean;
      include_custom_profile_fields?: boolean;
    };
    answer: {
      user: User;
    };
  };
  'get-user-api-keys': {
    params: {
      user_id: number;
    };
    answer: {
      api_keys: {
        id: number;
        name: string;
        is_read_only: boolean;
        areas: string[];
        created: number;
        expires: number | null;
        last_used: number | null;
        last_used_address: string;
      }[];
      account_key: {
        created: number;
        last_used: number | null;
        last_used_address: string;
      };
    };
  };
  'get-user-channels': {
    params: {
      user_id: number;
    };
    answer: {
      subscribed_channel_ids: number[];
    };
  };
  'get-user-group-members': {
    params: {
      user_group_id: number;
      direct_member_only?: boolean;
    };
    answer: {
      members: number[];
    };
  };
  'get-user-group-subgroups': {
    params: {
      user_group_id: number;
      direct_subgroup_only?: boolean;
    };
    answer: {
      subgroups: number[];
    };
  };
  'get-user-groups': {
    params: {
      include_deactivated_groups?: boolean;
    };
    answer: {
      user_groups: UserGroup[];
    };
  };
  'get-user-presence': {
    params: {
      user_id_or_email: string;
    };
    answer: {
      presence: {
        active_timestamp?: number;
        idle_timestamp?: number;
        /**
         * @deprecated
         */
        website: {
          timestamp: number;
          status: string;
        };
        /**
         * @deprecated
         */
        aggregated: {
          timestamp: number;
          status: string;
        };
      };
      server_timestamp: number;
    };
  };
  'get-user-sessions': {
    params: {
      user_id: number;
    };
    answer: {
      sessions: {
        id: number;
        created: number;
        last_used: number;
        client: string;
        address: string;
      }[];
    };
  };
  'get-user-status': {
    params: {
      user_id: number;
    };
    answer: {
      status: UserStatus;
    };
  };
  'get-users': {
    params: {
      client_gravatar?: boolean;
      include_custom_profile_fields?: boolean;
      /**
       * @maxItems 100000
       */
      user_ids?: number[];
    };
    answer: {
      members: User[];
    };
  };
  'get-webhooks': {
    params: {
      bot_id: number;
    };
    answer: {
      webhooks: IncomingWebhook[];
    };
  };
  'install-app': {
    params: {
      /**
       * JSON text, in Parley’s or Slack’s form.
       */
      manifest: string;
      /**
       * The channels in which the app may act, or `"all"`. A JSON text.
       */
      channel_ids?: number[] | 'all';
    };
    answer: {
      app: App;
      credentials: AppCredentials;
    };
  };
  join: {
    params: {
      /**
       * The last part of the link.
       */
      token: string;
      full_name: string;
      password: string;
      /**
       * A name of the IANA time zone database.
       */
      timezone?: string;
    };
    answer: {
      user_id: number;
      /**
       * Opens writing in the session, together with its cookie.
       */
      csrf_token: string;
    };
  };
  'jwt-fetch-api-key': {
    params: {
      /**
       * Signed by the issuer, without a nonce. It can be used once.
       */
      token: string;
      include_profile?: boolean;
    };
    answer: {
      /**
       * Opens everything that its account may do, within the limits of the key.
       */
      api_key: string;
      email: string;
      user_id: number;
      user?: User;
    };
  };
  'list-queues': {
    params: {
      user_id?: number;
    };
    answer: {
      event_queues: {
        queue_id: string;
        client: string;
        created_at: number;
        last_active_at: number;
        idle_queue_timeout_secs: number;
      }[];
    };
  };
  'mark-all-as-read': {
    params: {};
    answer: {
      complete: boolean;
    };
  };
  'mark-stream-as-read': {
    params: {
      stream_id: number;
    };
    answer: {};
  };
  'mark-topic-as-read': {
    params: {
      stream_id: number;
      topic_name: string;
    };
    answer: {};
  };
  'mute-topic': {
    params: {
      stream_id?: number;
      stream?: string;
      topic: string;
      op: 'add' | 'remove';
    };
    answer: {};
  };
  'mute-user': {
    params: {
      muted_user_id: number;
    };
    answer: {};
  };
  'patch-channel-folders': {
    params: {
      /**
       * All folders, including archived ones. A JSON text.
       *
       * @maxItems 100000
       */
      order: number[];
    };
    answer: {};
  };
  'pin-message': {
    params: {
      message_id: number;
    };
    answer: {};
  };
  'press-block': {
    params: {
      /**
       * An ID that the client chooses. A repeated press with the same ID is sent once.
       */
      press_id: string;
      /**
       * Of a message.
       */
      message_id?: number;
      /**
       * Of a message for one person.
       */
      ephemeral_id?: string;
      /**
       * Of a form.
       */
      view_id?: string;
      /**
       * A JSON text.
       */
      pressed: {
        block_id: string;
        action_id: string;
        /**
         * @maxItems 200
         */
        values: string[];
        /**
         * @maxItems 200
         */
        labels?: string[];
      };
      /**
       * The values of the other controls of the message or form. A JSON text.
       *
       * @maxItems 100
       */
      state?: {
        block_id: string;
        action_id: string;
        /**
         * @maxItems 200
         */
        values: string[];
        /**
         * @maxItems 200
         */
        labels?: string[];
      }[];
    };
    answer: {
      outcome: 'done' | 'failed';
      reason?: string;
    };
  };
  'reactivate-user': {
    params: {
      user_id: number;
    };
    answer: {};
  };
  'receive-webhook-get': {
    params: {
      path: string;
    };
    answer: {
      outcome: 'sent' | 'ignored' | 'filtered';
      message_id?: number;
      reason?: string;
    };
  };
  'regenerate-bot-api-key': {
    params: {
      bot_id: number;
    };
    answer: {
      /**
       * Opens everything that its account may do, within the limits of the key.
       */
      api_key: string;
    };
  };
  'regenerate-own-api-key': {
    params: {};
    answer: {
      /**
       * Opens everything that its account may do, within the limits of the key.
       */
      api_key: string;
    };
  };
  'register-client-device': {
    params: {};
    answer: {
      device_id: number;
    };
  };
  'register-push-device': {
    params: {
      /**
       * A device of `register-client-device`.
       */
      device_id?: number;
      /**
       * An ID that the app chose, instead of `device_id`.
       */
      push_account_id?: number;
      /**
       * What push notifications call `push_key`; with `device_id`.
       */
      push_key_id?: number;
      /**
       * Base64 of the byte 0x31 and a key of `crypto_secretbox`.
       */
      push_key?: string;
      /**
       * Base64 of a key of `crypto_box_seal`, instead of `push_key`.
       */
      push_public_key?: string;
      token_kind?: 'fcm' | 'apns';
      /**
       * Base64 of the first 8 bytes of the token’s SHA-256; with `device_id`.
       */
      token_id?: string;
      bouncer_public_key?: string;
      encrypted_push_registration?: string;
    };
    answer: {};
  };
  'register-queue': {
    params: {
      apply_markdown?: boolean;
      /**
       * @deprecated
       * Without effect: every avatar is a picture of this server.
       */
      client_gravatar?: boolean;
      include_subscribers?: 'true' | 'false' | 'partial';
      slim_presence?: boolean;
      presence_history_limit_days?: number;
      /**
       * All by default. A JSON text.
       *
       * @maxItems 1000
       */
      event_types?: string[];
      /**
       * Types whose initial data is wanted; by default those of event_types. A JSON text.
       *
       * @maxItems 1000
       */
      fetch_event_types?: string[];
      all_public_streams?: boolean;
      /**
       * A JSON text.
       *
       * @maxItems 100
       */
      narrow?: (
        | [string, string]
        | {
            operator: string;
            operand: string;
            negated?: false;
          }
      )[];
      /**
       * A JSON text.
       */
      client_capabilities?: {
        [k: string]: boolean;
      };
      /**
       * Seconds, or `mobile` for 12 hours. The server bounds it; the answer says what counts.
       */
      idle_queue_timeout?: number | 'mobile';
    };
    answer: {
      queue_id: string | null;
      last_event_id: number;
      zulip_feature_level: number;
      zulip_version: string;
      zulip_merge_base: string;
      max_reminder_note_length: number;
      max_bulk_new_subscription_messages: number;
      idle_queue_timeout_secs?: number;
      server_report_message_types: {
        key: string;
        name: string;
      }[];
      devices: {
        [k: string]: {
          push_key_id: number | null;
          push_token_id: string | null;
          pending_push_token_id: string | null;
          push_token_last_updated_timestamp: number | null;
          push_registration_error_code: string | null;
        };
      };
      channel_folders?: ChannelFolder[];
      /**
       * @maxItems 0
       */
      realm_default_stream_groups?: [];
      realm_default_streams?: number[];
      muted_topics?: [string, string, number][];
      streams?: Channel[];
      subscriptions?: Subscription[];
      unsubscribed?: Subscription[];
      never_subscribed?: {
        stream_id: number;
        name: string;
        is_archived: boolean;
        description: string;
        date_created: number;
        creator_id: number | null;
        invite_only: boolean;
        rendered_description: string;
        is_web_public: boolean;
        /**
         * @deprecated
         */
        stream_post_policy: number;
        message_retention_days: number | null;
        history_public_to_subscribers: boolean;
        topics_policy: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
        default_push_notifications: boolean;
        first_message_id: number | null;
        folder_id: number | null;
        is_recently_active: boolean;
        /**
         * @deprecated
         */
        is_announcement_only: boolean;
        can_add_subscribers_group: GroupSettingValue;
        can_remove_subscribers_group: GroupSettingValue;
        can_administer_channel_group: GroupSettingValue;
        can_delete_any_message_group: GroupSettingValue;
        can_delete_own_message_group: GroupSettingValue;
        can_move_messages_out_of_channel_group: GroupSettingValue;
        can_move_messages_within_channel_group: GroupSettingValue;
        can_send_message_group: GroupSettingValue;
        can_subscribe_group: GroupSettingValue;
        can_resolve_topics_group: GroupSettingValue;
        subscriber_count: number;
        stream_weekly_traffic: number | null;
        can_create_topic_group: GroupSettingValue;
        subscribers?: number[];
        partial_subscribers?: number[];
      }[];
      user_topics?: {
        stream_id: number;
        topic_name: string;
        last_updated: number;
        visibility_policy: number;
      }[];
      max_stream_name_length?: number;
      max_stream_description_length?: number;
      max_channel_folder_name_length?: number;
      max_channel_folder_description_length?: number;
      max_topic_length?: number;
      max_message_length?: number;
      server_min_deactivated_realm_deletion_days?: number | null;
      server_max_deactivated_realm_deletion_days?: number | null;
      server_presence_ping_interval_seconds?: number;
      server_presence_offline_threshold_seconds?: number;
      server_typing_started_expiry_period_milliseconds?: number;
      server_typing_stopped_wait_period_milliseconds?: number;
      server_typing_started_wait_period_milliseconds?: number;
      max_icon_file_size_mib?: number;
      max_logo_file_size_mib?: number;
      development_environment?: boolean;
      server_generation?: number;
      max_file_upload_size_mib?: number;
      max_avatar_file_size_mib?: number;
      server_inline_image_preview?: boolean;
      server_inline_url_embed_preview?: boolean;
      server_thumbnail_formats?: {
        name: string;
        max_width: number;
        max_height: number;
        format: string;
        animated: boolean;
      }[];
      server_avatar_changes_disabled?: boolean;
      server_name_changes_disabled?: boolean;
      server_needs_upgrade?: boolean;
      server_web_public_streams_enabled?: boolean;
      event_queue_stream_available?: boolean;
      server_emoji_data_url?: string;
      server_jitsi_server_url?: string | null;
      server_can_summarize_topics?: boolean;
      realm_upload_quota_mib?: number | null;
      realm_available_video_chat_providers?: {
        [k: string]: {
          name: string;
          id: number;
        };
      };
      event_queue_longpoll_timeout_seconds?: number;
      drafts?: Draft[];
      reminders?: Reminder[];
      saved_snippets?: SavedSnippet[];
      scheduled_messages?: ScheduledMessage[];
      receives_typing_notifications?: boolean;
      alert_words?: string[];
      muted_users?: {
        id: number;
        timestamp: number;
      }[];
      navigation_views?: NavigationView[];
      onboarding_steps?: {
        type: string;
        name: string;
      }[];
      navigation_tour_video_url?: string | null;
      push_devices?: {
        [k: string]: {
          status: string;
          error_code: string | null;
        };
      };
      user_settings?: UserSettings;
      enable_desktop_notifications?: boolean;
      enable_digest_emails?: boolean;
      enable_login_emails?: boolean;
      enable_marketing_emails?: boolean;
      email_notifications_batching_period_seconds?: number;
      enable_offline_email_notifications?: boolean;
      enable_offline_push_notifications?: boolean;
      enable_online_push_notifications?: boolean;
      enable_sounds?: boolean;
      enable_stream_desktop_notifications?: boolean;
      enable_stream_email_notifications?: boolean;
      enable_stream_push_notifications?: boolean;
      enable_stream_audible_notifications?: boolean;
      wildcard_mentions_notify?: boolean;
      message_content_in_email_notifications?: boolean;
      notification_sound?: string;
      pm_content_in_desktop_notifications?: boolean;
      desktop_icon_count_display?: number;
      realm_name_in_email_notifications_policy?: number;
      presence_enabled?: boolean;
      available_notification_sounds?: string[];
      color_scheme?: number;
      default_language?: string;
      demote_inactive_streams?: number;
      emojiset?: string;
      enable_drafts_synchronization?: boolean;
      fluid_layout_width?: boolean;
      web_home_view?: string;
      high_contrast_mode?: boolean;
      left_side_userlist?: boolean;
      starred_message_counts?: boolean;
      timezone?: string;
      translate_emoticons?: boolean;
      twenty_four_hour_time?: boolean;
      enter_sends?: boolean;
      emojiset_choices?: {
        key: string;
        text: string;
      }[];
      max_message_id?: number;
      unread_msgs?: {
        count: number;
        pms: {
          other_user_id: number;
          /**
           * @deprecated
           */
          sender_id: number;
          unread_message_ids: number[];
        }[];
        streams: {
          topic: string;
          stream_id: number;
          unread_message_ids: number[];
        }[];
        huddles: {
          user_ids_string: string;
          unread_message_ids: number[];
        }[];
        mentions: number[];
        old_unreads_missing: boolean;
      };
      recent_private_conversations?: {
        max_message_id: number;
        user_ids: number[];
      }[];
      starred_messages?: number[];
      custom_profile_fields?: CustomProfileField[];
      custom_profile_field_types?: {
        [k: string]: {
          id: number;
          name: string;
        };
      };
      giphy_api_key?: string;
      tenor_api_key?: string;
      realm_accent_color?: string;
      realm_allow_message_editing?: boolean;
      realm_allow_replies_from_other_addresses?: boolean;
      realm_authentication_methods?: {
        [k: string]: AuthenticationMethod;
      };
      realm_avatar_changes_disabled?: boolean;
      realm_default_avatar_source?: 'J';
      realm_default_code_block_language?: string;
      realm_default_language?: string;
      realm_description?: string;
      realm_digest_emails_enabled?: boolean;
      realm_digest_weekday?: number;
      realm_disallow_disposable_email_addresses?: boolean;
      realm_email_changes_disabled?: boolean;
      realm_emails_restricted_to_domains?: boolean;
      realm_empty_topic_display_name?: string;
      realm_enable_guest_user_dm_warning?: boolean;
      realm_enable_guest_user_indicator?: boolean;
      realm_enable_read_receipts?: boolean;
      realm_enable_spectator_access?: boolean;
      realm_gif_provider?: 'none' | 'giphy' | 'tenor';
      realm_gif_rating_policy?: 0 | 1 | 2 | 3 | 4;
      realm_icon_source?: 'G' | 'U';
      realm_icon_url?: string;
      realm_inline_image_preview?: boolean;
      realm_inline_url_embed_preview?: boolean;
      realm_invite_required?: boolean;
      realm_jitsi_server_url?: string | null;
      realm_logo_source?: 'D' | 'U';
      realm_logo_url?: string;
      realm_media_preview_size?: 100 | 150 | 200;
      realm_message_content_allowed_in_email_notifications?: boolean;
      realm_message_content_delete_limit_seconds?: number | null;
      realm_message_content_edit_limit_seconds?: number | null;
      realm_message_edit_history_visibility_policy?: 'all' | 'moves' | 'none';
      realm_message_retention_days?: number | -1;
      realm_moderation_request_channel_id?: number | -1;
      realm_move_messages_between_streams_limit_seconds?: number | null;
      realm_move_messages_within_stream_limit_seconds?: number | null;
      realm_name?: string;
      realm_name_changes_disabled?: boolean;
      realm_new_stream_announcements_stream_id?: number | -1;
      realm_night_logo_source?: 'D' | 'U';
      realm_night_logo_url?: string;
      realm_org_type?: number;
      realm_presence_disabled?: boolean;
      realm_remove_image_positions?: boolean;
      realm_require_e2ee_push_notifications?: boolean;
      realm_require_second_factor?:
        'nobody' | 'owners' | 'administrators' | 'moderators' | 'members' | 'everyone';
      realm_require_unique_names?: boolean;
      realm_second_factor_after_provider?: boolean;
      realm_send_channel_events_messages?: boolean;
      realm_send_welcome_emails?: boolean;
      realm_session_idle_hours?: number;
      realm_session_lifetime_hours?: number;
      realm_sidebar_color?: string;
      realm_signup_announcements_stream_id?: number | -1;
      realm_topics_policy?: 'allow_empty_topic' | 'disable_empty_topic';
      realm_video_chat_provider?: 0 | 1 | 3 | 4 | 5;
      realm_waiting_period_threshold?: number;
      realm_want_advertise_in_communities_directory?: false;
      realm_welcome_message_custom_text?: string;
      realm_zulip_update_announcements_stream_id?: -1;
      realm_create_multiuse_invite_group?: GroupSettingValue;
      realm_can_access_all_users_group?: GroupSettingValue;
      realm_can_add_custom_emoji_group?: GroupSettingValue;
      realm_can_add_subscribers_group?: GroupSettingValue;
      realm_can_create_bots_group?: GroupSettingValue;
      realm_can_create_groups?: GroupSettingValue;
      realm_can_create_private_channel_group?: GroupSettingValue;
      realm_can_create_public_channel_group?: GroupSettingValue;
      realm_can_create_web_public_channel_group?: GroupSettingValue;
      realm_can_create_write_only_bots_group?: GroupSettingValue;
      realm_can_delete_any_message_group?: GroupSettingValue;
      realm_can_delete_own_message_group?: GroupSettingValue;
      realm_can_invite_users_group?: GroupSettingValue;
      realm_can_manage_all_groups?: GroupSettingValue;
      realm_can_manage_billing_group?: GroupSettingValue;
      realm_can_mention_many_users_group?: GroupSettingValue;
      realm_can_move_messages_between_channels_group?: GroupSettingValue;
      realm_can_move_messages_between_topics_group?: GroupSettingValue;
      realm_can_resolve_topics_group?: GroupSettingValue;
      realm_can_set_delete_message_policy_group?: GroupSettingValue;
      realm_can_set_topics_policy_group?: GroupSettingValue;
      realm_can_summarize_topics_group?: GroupSettingValue;
      realm_direct_message_initiator_group?: GroupSettingValue;
      realm_direct_message_permission_group?: GroupSettingValue;
      realm_date_created?: number;
      realm_uuid?: string;
      realm_allow_edit_history?: boolean;
      realm_create_public_stream_policy?: number;
      realm_create_private_stream_policy?: number;
      realm_create_web_public_stream_policy?: number;
      realm_wildcard_mention_policy?: number;
      realm_mandatory_topics?: boolean;
      realm_bot_domain?: string;
      realm_uri?: string;
      realm_url?: string;
      settings_send_digest_emails?: boolean;
      realm_owner_full_content_access?: boolean;
      realm_email_auth_enabled?: boolean;
      realm_password_auth_enabled?: boolean;
      realm_push_notifications_enabled?: boolean;
      realm_push_notifications_enabled_end_timestamp?: number | null;
      realm_plan_type?: number;
      zulip_plan_is_not_limited?: boolean;
      upgrade_text_for_wide_organization_logo?: string;
      realm_default_external_accounts?: {
        [k: string]: {
          name: string;
          text: string;
          hint: string;
          url_pattern: string;
        };
      };
      jitsi_server_url?: string;
      password_min_length?: number;
      password_max_length?: number;
      password_min_guesses?: number;
      gif_rating_policy_options?: {
        [k: string]: {
          name: string;
          id: number;
        };
      };
      server_supported_permission_settings?: {
        realm: {
          [k: string]: GroupPermissionSetting;
        };
        stream: {
          [k: string]: GroupPermissionSetting;
        };
        group: {
          [k: string]: GroupPermissionSetting;
        };
      };
      server_web_push_public_key?: string;
      realm_billing?: {
        has_pending_sponsorship_request: boolean;
      };
      realm_domains?: AllowedDomain[];
      realm_emoji?: {
        [k: string]: Emoji;
      };
      realm_filters?: [string, string, number][];
      realm_linkifiers?: Linkifier[];
      realm_playgrounds?: Playground[];
      realm_user_settings_defaults?: UserSettingsDefaults;
      stop_words?: string[];
      has_zoom_token?: boolean;
      presences?: {
        [k: string]:
          | {
              active_timestamp: number;
              idle_timestamp: number;
            }
          | {
              [k: string]: ClientPresence;
            };
      };
      presence_last_update_id?: number;
      server_timestamp?: number;
      realm_bots?: Bot[];
      realm_embedded_bots?: {
        name: string;
        config: {
          [k: string]: string;
        };
      }[];
      realm_incoming_webhook_bots?: {
        name: string;
        display_name: string;
        all_event_types: string[] | null;
        config_options: {
          key: string;
          label: string;
          validator: string;
        }[];
        url_options: {
          key: string;
          label: string;
          input_type: string;
        }[];
      }[];
      realm_users?: User[];
      realm_non_active_users?: User[];
      avatar_source?: string;
      avatar_url_medium?: string;
      avatar_url?: string;
      can_create_streams?: boolean;
      can_create_public_streams?: boolean;
      can_create_private_streams?: boolean;
      can_create_web_public_streams?: boolean;
      can_subscribe_other_users?: boolean;
      can_invite_others_to_realm?: boolean;
      is_admin?: boolean;
      is_owner?: boolean;
      is_moderator?: boolean;
      is_guest?: boolean;
      user_id?: number;
      email?: string;
      delivery_email?: string;
      full_name?: string;
      cross_realm_bots?: SystemBot[];
      realm_user_groups?: UserGroup[];
      user_status?: {
        [k: string]: UserStatus;
      };
    };
  };
  'remove-alert-words': {
    params: {
      /**
       * A JSON text.
       *
       * @maxItems 1000
       */
      alert_words: string[];
    };
    answer: {
      alert_words: string[];
    };
  };
  'remove-apns-token': {
    params: {
      token: string;
    };
    answer: {};
  };
  'remove-app': {
    params: {
      app_id: number;
    };
    answer: {};
  };
  'remove-attachment': {
    params: {
      attachment_id: number;
    };
    answer: {};
  };
  'remove-bot-storage': {
    params: {
      /**
       * All keys unless given. A JSON text.
       *
       * @maxItems 10000
       */
      keys?: string[];
    };
    answer: {};
  };
  'remove-client-device': {
    params: {
      device_id: number;
    };
    answer: {};
  };
  'remove-code-playground': {
    params: {
      playground_id: number;
    };
    answer: {};
  };
  'remove-custom-profile-field': {
    params: {
      field_id: number;
    };
    answer: {};
  };
  'remove-default-stream': {
    params: {
      stream_id: number;
    };
    answer: {};
  };
  'remove-fcm-token': {
    params: {
      token: string;
    };
    answer: {};
  };
  'remove-linkifier': {
    params: {
      filter_id: number;
    };
    answer: {};
  };
  'remove-navigation-view': {
    params: {
      fragment: string;
    };
    answer: {};
  };
  'remove-passkey': {
    params: {
      passkey_id: number;
    };
    answer: {};
  };
  'remove-reaction': {
    params: {
      emoji_name?: string;
      /**
       * Identifies the emoji, whatever its name.
       */
      emoji_code?: string;
      reaction_type?: string;
      message_id: number;
    };
    answer: {};
  };
  'remove-realm-domain': {
    params: {
      domain: string;
    };
    answer: {};
  };
  'remove-totp': {
    params: {};
    answer: {};
  };
  'remove-user-group': {
    params: {
      user_group_id: number;
    };
    answer: {};
  };
  'remove-web-push': {
    params: {
      /**
       * The browser’s `PushSubscription` as JSON, or its endpoint alone. A JSON text.
       */
      subscription: {
        endpoint: string;
      };
    };
    answer: {};
  };
  'render-message': {
    params: {
      content: string;
    };
    answer: {
      rendered: string;
    };
  };
  'reorder-custom-profile-fields': {
    params: {
      /**
       * All of them. A JSON text.
       *
       * @maxItems 1000
       */
      order: number[];
    };
    answer: {};
  };
  'reorder-linkifiers': {
    params: {
      /**
       * All of them. A JSON text.
       *
       * @maxItems 1000
       */
      ordered_linkifier_ids: number[];
    };
    answer: {};
  };
  'report-message': {
    params: {
      /**
       * A key of `server_report_message_types` in the register response.
       */
      report_type: string;
      description?: string;
      message_id: number;
    };
    answer: {};
  };
  'request-password-reset': {
    params: {
      email: string;
    };
    answer: {};
  };
  'resend-email-invite': {
    params: {
      invite_id: number;
    };
    answer: {};
  };
  'reset-password': {
    params: {
      /**
       * The last part of the link.
       */
      token: string;
      password: string;
    };
    answer: {};
  };
  'reset-second-factors': {
    params: {
      user_id: number;
    };
    answer: {};
  };
  'retry-delivery': {
    params: {
      bot_id: number;
      direction: 'in' | 'out';
      delivery_id: number;
    };
    answer: {
      delivery: Delivery;
    };
  };
  'revoke-email-invite': {
    params: {
      invite_id: number;
    };
    answer: {};
  };
  'revoke-invite-link': {
    params: {
      invite_id: number;
    };
    answer: {};
  };
  'rotate-api-key': {
    params: {
      overlap_seconds?: number;
      key_id: number;
    };
    answer: {
      key_id: number;
      /**
       * Opens everything that its account may do, within the limits of the key.
       */
      api_key: string;
    };
  };
  'run-command': {
    params: {
      /**
       * An ID that the client chooses. A repeated command with the same ID is sent once.
       */
      press_id: string;
      /**
       * With the slash.
       */
      name: string;
      /**
       * What follows the name.
       */
      text?: string;
      /**
       * Where the command is given, with `topic`.
       */
      channel_id?: number;
      topic?: string;
      /**
       * The direct conversation in which the command is given. A JSON text.
       *
       * @maxItems 100
       */
      user_ids?: number[];
    };
    answer: {
      outcome: 'done' | 'failed';
      reason?: string;
    };
  };
  'send-invites': {
    params: {
      /**
       * Separated by commas, semicolons or newlines.
       */
      invitee_emails: string;
      /**
       * A JSON text.
       *
       * @maxItems 1000
       */
      stream_ids: number[];
      notify_referrer_on_join?: boolean;
      /**
       * Null never expires.
       */
      invite_expires_in_minutes?: number | null;
      /**
       * Role: 100, 200, 300, 400 or 600.
       */
      invite_as?: number;
      /**
       * A JSON text.
       *
       * @maxItems 1000
       */
      group_ids?: number[];
      include_realm_default_subscriptions?: boolean;
      /**
       * For administrators. Null takes the organization’s text, the empty text sends none.
       */
      welcome_message_custom_text?: string | null;
    };
    answer: {};
  };
  'send-message': {
    params: {
      type: 'direct' | 'channel' | 'stream' | 'private';
      /**
       * A channel by name or ID, or users by ID or API address. A JSON text.
       */
      to: string | number | string[] | number[];
      /**
       * Required without `blocks`, from which it follows otherwise.
       */
      content?: string;
      /**
       * Blocks that clients show instead of the content; only for bots. A JSON text.
       *
       * @maxItems 100
       */
      blocks?: {
        type: string;
        [k: string]: unknown;
      }[];
      /**
       * Of a channel message. Also accepted as `subject`.
       */
      topic?: string;
      /**
       * The queue that gets the local echo.
       */
      queue_id?: string;
      /**
       * Of the local echo. Repeating a send with its queue and local ID stores nothing twice.
       */
      local_id?: string;
      read_by_sender?: boolean;
      /**
       * The newest message that the sender sees in the topic: the new one follows it if it was moved.
       */
      seen_message_id?: number;
    };
    answer: {
      id: number;
      message_url?: string;
      message_link?: string;
      automatic_new_visibility_policy?: 2 | 3;
    };
  };
  'set-typing-status': {
    params: {
      type?: 'direct' | 'stream' | 'channel' | 'private';
      op: 'start' | 'stop';
      /**
       * A JSON text.
       *
       * @maxItems 1000
       */
      to?: number[];
      stream_id?: number;
      topic?: string;
    };
    answer: {};
  };
  'set-typing-status-for-message-edit': {
    params: {
      op: 'start' | 'stop';
      message_id: number;
    };
    answer: {};
  };
  'set-up': {
    params: {
      /**
       * The setup secret, which the log of the server contains.
       */
      secret: string;
      /**
       * The name of the organization.
       */
      organization: string;
      /**
       * The name of the first owner.
       */
      full_name: string;
      email: string;
      /**
       * Ignored where the operator has switched passwords off; required elsewhere.
       */
      password?: string;
      /**
       * A name of the IANA time zone database.
       */
      timezone?: string;
    };
    answer: {
      user_id: number;
      /**
       * Opens writing in the session, together with its cookie.
       */
      csrf_token: string;
    };
  };
  'sign-in': {
    params: {
      /**
       * The email address.
       */
      username: string;
      password: string;
    };
    answer: {
      user_id: number;
      /**
       * Opens writing in the session, together with its cookie.
       */
      csrf_token: string;
    };
  };
  'sign-out': {
    params: {};
    answer: {
      /**
       * Opens ending the session at the identity provider; it contains the ID token of the sign-in.
       */
      provider_logout_url?: string;
    };
  };
  'start-import': {
    params: {
      /**
       * Address of an uploaded archive: `/user_uploads/…`.
       */
      upload_url?: string;
      /**
       * In place of `upload_url`: path of an archive in the folder of archives on the server.
       */
      path?: string;
      /**
       * mattermost, rocketchat, slack, zulip, teams or parley; without it, the source is recognised.
       */
      from?: string;
      /**
       * Whether people get existing accounts of the same address. Default: only where it is verified.
       */
      merge_people?: boolean;
      /**
       * Whether only the report is made.
       */
      dry_run?: boolean;
    };
    answer: {
      import_id: number;
    };
  };
  'stop-import': {
    params: {
      import_id: number;
    };
    answer: {};
  };
  'submit-view': {
    params: {
      /**
       * An ID that the client chooses. A repeated submission with the same ID is sent once.
       */
      press_id: string;
      /**
       * A JSON text.
       *
       * @maxItems 100
       */
      state?: {
        block_id: string;
        action_id: string;
        /**
         * @maxItems 200
         */
        values: string[];
        /**
         * @maxItems 200
         */
        labels?: string[];
      }[];
      view_id: string;
    };
    answer: {
      outcome: 'closed' | 'invalid' | 'changed' | 'failed';
      reason?: string;
      errors?: {
        [k: string]: string;
      };
      view?: View;
    };
  };
  subscribe: {
    params: {
      /**
       * A JSON text.
       *
       * @maxItems 100000
       */
      subscriptions: {
        name: string;
        description?: string;
        color?: string;
      }[];
      /**
       * User IDs or API addresses; the caller by default. A JSON text.
       */
      principals?: number[] | string[];
      authorization_errors_fatal?: boolean;
      announce?: boolean;
      invite_only?: boolean;
      is_web_public?: boolean;
      is_default_stream?: boolean;
      history_public_to_subscribers?: boolean;
      /**
       * Whether mobile notifications are on for people when they subscribe for the first time.
       */
      default_push_notifications?: boolean;
      /**
       * Days, `realm_default` or `unlimited`. A JSON text.
       */
      message_retention_days?: number | string;
      topics_policy?: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
      send_new_subscription_messages?: boolean;
      /**
       * @deprecated
       * Who may post: 1 everyone, 2 administrators, 3 full members, 4 moderators.
       */
      stream_post_policy?: number;
      /**
       * @deprecated
       * Whether administrators alone may post.
       */
      is_announcement_only?: boolean;
      /**
       * A JSON text.
       */
      can_add_subscribers_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_administer_channel_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_create_topic_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_delete_any_message_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_delete_own_message_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_move_messages_out_of_channel_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_move_messages_within_channel_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_remove_subscribers_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_resolve_topics_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_send_message_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      /**
       * A JSON text.
       */
      can_subscribe_group?:
        | number
        | {
            /**
             * @maxItems 100000
             */
            direct_members: number[];
            /**
             * @maxItems 100000
             */
            direct_subgroups: number[];
          };
      folder_id?: number;
    };
    answer: {
      subscribed: {
        [k: string]: string[];
      };
      already_subscribed: {
        [k: string]: string[];
      };
      unauthorized?: string[];
      new_subscription_messages_sent: boolean;
    };
  };
  'test-notify': {
    params: {
      /**
       * Only to the phone with this token.
       */
      token?: string;
    };
    answer: {};
  };
  'test-welcome-bot-custom-message': {
    params: {
      welcome_message_custom_text: string;
    };
    answer: {
      message_id: number;
    };
  };
  'try-webhook-template': {
    params: {
      template: string;
      /**
       * The body of a request, for instance that of a delivery.
       */
      payload: string;
      /**
       * The type of the body, as the request named it. JSON needs none.
       */
      content_type?: string;
      bot_id: number;
    };
    answer: {
      content: string;
    };
  };
  'undo-import': {
    params: {
      import_id: number;
    };
    answer: {};
  };
  'unmute-user': {
    params: {
      muted_user_id: number;
    };
    answer: {};
  };
  'unpin-message': {
    params: {
      message_id: number;
    };
    answer: {};
  };
  unsubscribe: {
    params: {
      /**
       * Names of channels. A JSON text.
       *
       * @maxItems 100000
       */
      subscriptions: string[];
      /**
       * User IDs or API addresses; the caller by default. A JSON text.
       */
      principals?: number[] | string[];
    };
    answer: {
      not_removed: string[];
      removed: string[];
    };
  };
  'update-app': {
    params: {
      /**
       * JSON text, in Parley’s or Slack’s form.
       */
      manifest?: string;
      /**
       * An app that is turned off can do nothing, anywhere, from now on.
       */
      is_enabled?: boolean;
      /**
       * The channels in which the app may act, or `"all"`. A JSON text.
       */
      channel_ids?: number[] | 'all';
      /**
       * Kinds of events that are sent to the app, in place of those of its manifest. A JSON text.
       *
       * @maxItems 50
       */
      events?: string[];
      app_id: number;
    };
    answer: {
      app: App;
    };
  };
  'update-bot': {
    params: {
      full_name?: string;
      /**
       * Changes the mail address of the bot.
       */
      short_name?: string;
      /**
       * For administrators.
       */
      bot_owner_id?: number;
      /**
       * For administrators.
       */
      role?: number;
      /**
       * Of an outgoing webhook: the address of its program.
       */
      service_payload_url?: string;
      /**
       * Of an outgoing webhook: 1 for Zulip’s format, 2 for Slack’s.
       */
      service_interface?: number;
      bot_id: number;
    };
    answer: {
      bot: OwnBot;
    };
  };
  'update-bot-storage': {
    params: {
      /**
       * A JSON text.
       */
      storage: {
        [k: string]: string;
      };
    };
    answer: {};
  };
  'update-channel-folder': {
    params: {
      name?: string;
      description?: string;
      is_archived?: boolean;
      /**
       * Values of fields, as answers and events show them. When a stored value differs, nothing is changed: `EXPECTATION_MISMATCH` with the stored ones as `current`. A JSON text.
       */
      expected?: {
        [k: string]: unknown;
      };
      channel_folder_id: number;
    };
    answer: {};
  };
  'update-custom-profile-field': {
    params: {
      name?: string;
      hint?: string;
      /**
       * Choices of a list of options; site and address of an external account. A JSON text.
       */
      field_data?: {
        [k: string]: unknown;
      };
      display_in_profile_summary?: boolean;
      required?: boolean;
      editable_by_user?: boolean;
      /**
       * Whether clients find people by their value of the field: a short text or an external account.
       */
      use_for_user_matching?: boolean;
      /**
       * Values of fields, as answers and events show them. When a stored value differs, nothing is changed: `EXPECTATION_MISMATCH` with the stored ones as `current`. A JSON text.
       */
      expected?: {
        [k: string]: unknown;
      };
      field_id: number;
    };
    answer: {};
  };
  'update-display-settings': {
    params: {
      full_name?: string;
      /**
       * Takes effect when the user follows the link in the mail to the new address.
       */
      email?: string;
      old_password?: string;
      new_password?: string;
      /**
       * IANA name.
       */
      timezone?: string;
      /**
       * For administrators: changes the settings of these users instead of the caller’s, for skip_if_already_edited without settings that the user has changed. A JSON text.
       */
      target_users?: {
        /**
         * @maxItems 20000
         */
        user_ids?: number[];
        /**
         * @maxItems 20000
         */
        group_ids?: number[];
        skip_if_already_edited?: boolean;
      };
      /**
       * As the member of `target_users`, for clients that send it beside.
       */
      skip_if_already_edited?: boolean;
      /**
       * A JSON text.
       */
      twenty_four_hour_time?: boolean | null;
      /**
       * A JSON text.
       */
      web_mark_read_on_scroll_policy?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      web_channel_default_view?: 1 | 2 | 4;
      /**
       * A JSON text.
       */
      starred_message_counts?: boolean;
      /**
       * A JSON text.
       */
      receives_typing_notifications?: boolean;
      /**
       * A JSON text.
       */
      web_suggest_update_timezone?: boolean;
      /**
       * A JSON text.
       */
      fluid_layout_width?: boolean;
      /**
       * A JSON text.
       */
      high_contrast_mode?: boolean;
      /**
       * A JSON text.
       */
      web_font_size_px?: number;
      /**
       * A JSON text.
       */
      web_line_height_percent?: number;
      /**
       * A JSON text.
       */
      color_scheme?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      translate_emoticons?: boolean;
      /**
       * A JSON text.
       */
      display_emoji_reaction_users?: boolean;
      /**
       * A JSON text.
       */
      default_language?: string;
      /**
       * A JSON text.
       */
      web_home_view?: 'inbox' | 'recent_topics' | 'recent' | 'all_messages';
      /**
       * A JSON text.
       */
      web_escape_navigates_to_home_view?: boolean;
      /**
       * A JSON text.
       */
      left_side_userlist?: boolean;
      /**
       * A JSON text.
       */
      emojiset?: 'google' | 'google-blob' | 'twitter' | 'text';
      /**
       * A JSON text.
       */
      demote_inactive_streams?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      user_list_style?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      web_animate_image_previews?: 'always' | 'on_hover' | 'never';
      /**
       * A JSON text.
       */
      web_stream_unreads_count_display_policy?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      hide_ai_features?: boolean;
      /**
       * A JSON text.
       */
      web_left_sidebar_show_channel_folders?: boolean;
      /**
       * A JSON text.
       */
      web_left_sidebar_unreads_count_summary?: boolean;
      /**
       * A JSON text.
       */
      web_inbox_show_channel_folders?: boolean;
      /**
       * A JSON text.
       */
      enter_sends?: boolean;
      /**
       * A JSON text.
       */
      enable_drafts_synchronization?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_audible_notifications?: boolean;
      /**
       * A JSON text.
       */
      notification_sound?: 'ding' | 'none' | 'zulip';
      /**
       * A JSON text.
       */
      enable_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_sounds?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_audible_notifications?: boolean;
      /**
       * A JSON text.
       */
      email_notifications_batching_period_seconds?: number;
      /**
       * A JSON text.
       */
      enable_offline_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_offline_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_online_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_digest_emails?: boolean;
      /**
       * A JSON text.
       */
      enable_marketing_emails?: boolean;
      /**
       * A JSON text.
       */
      enable_login_emails?: boolean;
      /**
       * A JSON text.
       */
      message_content_in_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      pm_content_in_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      wildcard_mentions_notify?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_wildcard_mentions_notify?: boolean;
      /**
       * A JSON text.
       */
      desktop_icon_count_display?: 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      realm_name_in_email_notifications_policy?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      automatically_follow_topics_policy?: 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      automatically_unmute_topics_in_muted_streams_policy?: 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      automatically_follow_topics_where_mentioned?: boolean;
      /**
       * A JSON text.
       */
      resolved_topic_notice_auto_read_policy?: 'always' | 'except_followed' | 'never';
      /**
       * A JSON text.
       */
      presence_enabled?: boolean;
      /**
       * A JSON text.
       */
      send_private_typing_notifications?: boolean;
      /**
       * A JSON text.
       */
      send_stream_typing_notifications?: boolean;
      /**
       * A JSON text.
       */
      send_read_receipts?: boolean;
      /**
       * A JSON text.
       */
      allow_private_data_export?: boolean;
      /**
       * A JSON text.
       */
      email_address_visibility?: 1 | 2 | 3 | 4 | 5;
      /**
       * A JSON text.
       */
      web_navigate_to_sent_message?: boolean;
      /**
       * A JSON text.
       */
      web_sidebar_order?: string;
      /**
       * A JSON text.
       */
      web_channel_opens_topics?: boolean;
      /**
       * A JSON text.
       */
      notifications_paused_until?: number;
      /**
       * A JSON text.
       */
      quiet_hours_enabled?: boolean;
      /**
       * A JSON text.
       */
      quiet_hours_from_minute?: number;
      /**
       * A JSON text.
       */
      quiet_hours_to_minute?: number;
      /**
       * A JSON text.
       */
      quiet_days?: number;
      /**
       * A JSON text.
       */
      digest_frequency?: 'weekly' | 'daily';
    };
    answer: {};
  };
  'update-linkifier': {
    params: {
      pattern: string;
      url_template: string;
      /**
       * Text that the pattern matches and the reverse template reproduces; empty for none.
       */
      example_input?: string;
      /**
       * Text that a pasted address becomes; empty for none. Needs an example_input.
       */
      reverse_template?: string;
      /**
       * Further templates of addresses that become text when they are pasted. A JSON text.
       *
       * @maxItems 1000
       */
      alternative_url_templates?: string[];
      /**
       * Values of fields, as answers and events show them. When a stored value differs, nothing is changed: `EXPECTATION_MISMATCH` with the stored ones as `current`. A JSON text.
       */
      expected?: {
        [k: string]: unknown;
      };
      filter_id: number;
    };
    answer: {};
  };
  'update-message': {
    params: {
      /**
       * Also accepted as `subject`.
       */
      topic?: string;
      propagate_mode?: 'change_one' | 'change_later' | 'change_all';
      send_notification_to_old_thread?: boolean;
      send_notification_to_new_thread?: boolean;
      content?: string;
      /**
       * Blocks that clients show instead of the content; only for bots. A JSON text.
       *
       * @maxItems 100
       */
      blocks?: {
        type: string;
        [k: string]: unknown;
      }[];
      /**
       * SHA-256 of the content that the edit is based on.
       */
      prev_content_sha256?: string;
      stream_id?: number;
      message_id: number;
    };
    answer: {
      detached_uploads: Attachment[];
    };
  };
  'update-message-flags': {
    params: {
      /**
       * A JSON text.
       *
       * @maxItems 50000
       */
      messages: number[];
      op: 'add' | 'remove';
      /**
       * `read`, `starred`, `collapsed` or `hide_link_previews`.
       */
      flag: string;
    };
    answer: {
      messages: number[];
      ignored_because_not_subscribed_channels: number[];
    };
  };
  'update-message-flags-for-narrow': {
    params: {
      /**
       * A message ID, `newest`, `oldest`, `first_unread` or `date`.
       */
      anchor: string;
      include_anchor?: boolean;
      /**
       * ISO 8601, for the anchor `date`.
       */
      anchor_date?: string;
      num_before: number;
      num_after: number;
      /**
       * A JSON text.
       *
       * @maxItems 100
       */
      narrow?: (
        | {
            operator: string;
            operand: string | number | boolean | number[];
            negated?: boolean;
          }
        | [string, string]
      )[];
      op: 'add' | 'remove';
      /**
       * `read`, `starred`, `collapsed` or `hide_link_previews`.
       */
      flag: string;
    };
    answer: {
      processed_count: number;
      updated_count: number;
      first_processed_id: number | null;
      last_processed_id: number | null;
      found_oldest: boolean;
      found_newest: boolean;
      ignored_because_not_subscribed_channels: number[];
    };
  };
  'update-notification-settings': {
    params: {
      full_name?: string;
      /**
       * Takes effect when the user follows the link in the mail to the new address.
       */
      email?: string;
      old_password?: string;
      new_password?: string;
      /**
       * IANA name.
       */
      timezone?: string;
      /**
       * For administrators: changes the settings of these users instead of the caller’s, for skip_if_already_edited without settings that the user has changed. A JSON text.
       */
      target_users?: {
        /**
         * @maxItems 20000
         */
        user_ids?: number[];
        /**
         * @maxItems 20000
         */
        group_ids?: number[];
        skip_if_already_edited?: boolean;
      };
      /**
       * As the member of `target_users`, for clients that send it beside.
       */
      skip_if_already_edited?: boolean;
      /**
       * A JSON text.
       */
      twenty_four_hour_time?: boolean | null;
      /**
       * A JSON text.
       */
      web_mark_read_on_scroll_policy?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      web_channel_default_view?: 1 | 2 | 4;
      /**
       * A JSON text.
       */
      starred_message_counts?: boolean;
      /**
       * A JSON text.
       */
      receives_typing_notifications?: boolean;
      /**
       * A JSON text.
       */
      web_suggest_update_timezone?: boolean;
      /**
       * A JSON text.
       */
      fluid_layout_width?: boolean;
      /**
       * A JSON text.
       */
      high_contrast_mode?: boolean;
      /**
       * A JSON text.
       */
      web_font_size_px?: number;
      /**
       * A JSON text.
       */
      web_line_height_percent?: number;
      /**
       * A JSON text.
       */
      color_scheme?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      translate_emoticons?: boolean;
      /**
       * A JSON text.
       */
      display_emoji_reaction_users?: boolean;
      /**
       * A JSON text.
       */
      default_language?: string;
      /**
       * A JSON text.
       */
      web_home_view?: 'inbox' | 'recent_topics' | 'recent' | 'all_messages';
      /**
       * A JSON text.
       */
      web_escape_navigates_to_home_view?: boolean;
      /**
       * A JSON text.
       */
      left_side_userlist?: boolean;
      /**
       * A JSON text.
       */
      emojiset?: 'google' | 'google-blob' | 'twitter' | 'text';
      /**
       * A JSON text.
       */
      demote_inactive_streams?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      user_list_style?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      web_animate_image_previews?: 'always' | 'on_hover' | 'never';
      /**
       * A JSON text.
       */
      web_stream_unreads_count_display_policy?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      hide_ai_features?: boolean;
      /**
       * A JSON text.
       */
      web_left_sidebar_show_channel_folders?: boolean;
      /**
       * A JSON text.
       */
      web_left_sidebar_unreads_count_summary?: boolean;
      /**
       * A JSON text.
       */
      web_inbox_show_channel_folders?: boolean;
      /**
       * A JSON text.
       */
      enter_sends?: boolean;
      /**
       * A JSON text.
       */
      enable_drafts_synchronization?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_audible_notifications?: boolean;
      /**
       * A JSON text.
       */
      notification_sound?: 'ding' | 'none' | 'zulip';
      /**
       * A JSON text.
       */
      enable_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_sounds?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_audible_notifications?: boolean;
      /**
       * A JSON text.
       */
      email_notifications_batching_period_seconds?: number;
      /**
       * A JSON text.
       */
      enable_offline_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_offline_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_online_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_digest_emails?: boolean;
      /**
       * A JSON text.
       */
      enable_marketing_emails?: boolean;
      /**
       * A JSON text.
       */
      enable_login_emails?: boolean;
      /**
       * A JSON text.
       */
      message_content_in_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      pm_content_in_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      wildcard_mentions_notify?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_wildcard_mentions_notify?: boolean;
      /**
       * A JSON text.
       */
      desktop_icon_count_display?: 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      realm_name_in_email_notifications_policy?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      automatically_follow_topics_policy?: 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      automatically_unmute_topics_in_muted_streams_policy?: 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      automatically_follow_topics_where_mentioned?: boolean;
      /**
       * A JSON text.
       */
      resolved_topic_notice_auto_read_policy?: 'always' | 'except_followed' | 'never';
      /**
       * A JSON text.
       */
      presence_enabled?: boolean;
      /**
       * A JSON text.
       */
      send_private_typing_notifications?: boolean;
      /**
       * A JSON text.
       */
      send_stream_typing_notifications?: boolean;
      /**
       * A JSON text.
       */
      send_read_receipts?: boolean;
      /**
       * A JSON text.
       */
      allow_private_data_export?: boolean;
      /**
       * A JSON text.
       */
      email_address_visibility?: 1 | 2 | 3 | 4 | 5;
      /**
       * A JSON text.
       */
      web_navigate_to_sent_message?: boolean;
      /**
       * A JSON text.
       */
      web_sidebar_order?: string;
      /**
       * A JSON text.
       */
      web_channel_opens_topics?: boolean;
      /**
       * A JSON text.
       */
      notifications_paused_until?: number;
      /**
       * A JSON text.
       */
      quiet_hours_enabled?: boolean;
      /**
       * A JSON text.
       */
      quiet_hours_from_minute?: number;
      /**
       * A JSON text.
       */
      quiet_hours_to_minute?: number;
      /**
       * A JSON text.
       */
      quiet_days?: number;
      /**
       * A JSON text.
       */
      digest_frequency?: 'weekly' | 'daily';
    };
    answer: {};
  };
  'update-outgoing-webhook': {
    params: {
      /**
       * A public web address.
       */
      payload_url?: string;
      /**
       * 1: Zulip’s format, 2: Slack’s.
       */
      interface_type?: number;
      /**
       * Words at the beginning of messages in `channel_ids` that trigger the bot. A JSON text.
       *
       * @maxItems 100
       */
      trigger_words?: string[];
      /**
       * A JSON text.
       *
       * @maxItems 100
       */
      channel_ids?: number[];
      /**
       * Kinds of events beyond messages: `reaction_added`, `channel_created`, `member_joined_channel` and others. A JSON text.
       *
       * @maxItems 50
       */
      events?: string[];
      is_enabled?: boolean;
      bot_id: number;
    };
    answer: {
      outgoing_webhook: OutgoingWebhook;
    };
  };
  'update-own-profile': {
    params: {
      /**
       * A JSON text.
       *
       * @maxItems 1000
       */
      data: {
        id: number;
        value: string | number[] | null;
      }[];
    };
    answer: {};
  };
  'update-passkey': {
    params: {
      name: string;
      passkey_id: number;
    };
    answer: {};
  };
  'update-presence': {
    params: {
      status: 'idle' | 'active';
      /**
       * `presence_last_update_id` of the previous answer; -1 for all users. Implies slim_presence.
       */
      last_update_id?: number;
      history_limit_days?: number;
      new_user_input?: boolean;
      ping_only?: boolean;
      slim_presence?: boolean;
    };
    answer: {
      presence_last_update_id?: number;
      server_timestamp?: number;
      presences?: {
        [k: string]:
          | {
              active_timestamp?: number;
              idle_timestamp: number;
            }
          | {
              [k: string]: ClientPresence;
            };
      };
      /**
       * @deprecated
       */
      zephyr_mirror_active?: boolean;
    };
  };
  'update-realm': {
    params: {
      accent_color?: string;
      /**
       * A JSON text.
       */
      allow_message_editing?: boolean;
      /**
       * A JSON text.
       */
      allow_replies_from_other_addresses?: boolean;
      /**
       * A JSON text.
       */
      authentication_methods?: {
        [k: string]: boolean;
      };
      /**
       * A JSON text.
       */
      avatar_changes_disabled?: boolean;
      /**
       * A JSON text.
       */
      default_avatar_source?: 'J';
      default_code_block_language?: string;
      default_language?: string;
      description?: string;
      /**
       * A JSON text.
       */
      digest_emails_enabled?: boolean;
      /**
       * A JSON text.
       */
      digest_weekday?: number;
      /**
       * A JSON text.
       */
      disallow_disposable_email_addresses?: boolean;
      /**
       * A JSON text.
       */
      email_changes_disabled?: boolean;
      /**
       * A JSON text.
       */
      emails_restricted_to_domains?: boolean;
      empty_topic_display_name?: string;
      /**
       * A JSON text.
       */
      enable_guest_user_dm_warning?: boolean;
      /**
       * A JSON text.
       */
      enable_guest_user_indicator?: boolean;
      /**
       * A JSON text.
       */
      enable_read_receipts?: boolean;
      /**
       * A JSON text.
       */
      enable_spectator_access?: boolean;
      /**
       * A JSON text.
       */
      gif_provider?: 'none' | 'giphy' | 'tenor';
      /**
       * Also accepted as `giphy_rating`. A JSON text.
       */
      gif_rating_policy?: 0 | 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      inline_image_preview?: boolean;
      /**
       * A JSON text.
       */
      inline_url_embed_preview?: boolean;
      /**
       * A JSON text.
       */
      invite_required?: boolean;
      /**
       * A JSON text.
       */
      jitsi_server_url?: 'default' | (string | null);
      /**
       * A JSON text.
       */
      media_preview_size?: 100 | 150 | 200;
      /**
       * A JSON text.
       */
      message_content_allowed_in_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      message_content_delete_limit_seconds?: 'unlimited' | (number | null);
      /**
       * A JSON text.
       */
      message_content_edit_limit_seconds?: 'unlimited' | (number | null);
      /**
       * A JSON text.
       */
      message_edit_history_visibility_policy?: 'all' | 'moves' | 'none';
      /**
       * A JSON text.
       */
      message_retention_days?: (number | -1) | 'unlimited';
      /**
       * A JSON text.
       */
      moderation_request_channel_id?: number | -1;
      /**
       * A JSON text.
       */
      move_messages_between_streams_limit_seconds?: 'unlimited' | (number | null);
      /**
       * A JSON text.
       */
      move_messages_within_stream_limit_seconds?: 'unlimited' | (number | null);
      name?: string;
      /**
       * A JSON text.
       */
      name_changes_disabled?: boolean;
      /**
       * A JSON text.
       */
      new_stream_announcements_stream_id?: number | -1;
      /**
       * A JSON text.
       */
      org_type?: number;
      /**
       * A JSON text.
       */
      presence_disabled?: boolean;
      /**
       * A JSON text.
       */
      remove_image_positions?: boolean;
      /**
       * A JSON text.
       */
      require_e2ee_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      require_second_factor?: 'nobody' | 'owners' | 'administrators' | 'moderators' | 'members' | 'everyone';
      /**
       * A JSON text.
       */
      require_unique_names?: boolean;
      /**
       * A JSON text.
       */
      second_factor_after_provider?: boolean;
      /**
       * A JSON text.
       */
      send_channel_events_messages?: boolean;
      /**
       * A JSON text.
       */
      send_welcome_emails?: boolean;
      /**
       * A JSON text.
       */
      session_idle_hours?: number;
      /**
       * A JSON text.
       */
      session_lifetime_hours?: number;
      sidebar_color?: string;
      /**
       * A JSON text.
       */
      signup_announcements_stream_id?: number | -1;
      /**
       * A JSON text.
       */
      topics_policy?: 'allow_empty_topic' | 'disable_empty_topic';
      /**
       * A JSON text.
       */
      video_chat_provider?: 0 | 1 | 3 | 4 | 5;
      /**
       * A JSON text.
       */
      waiting_period_threshold?: number;
      /**
       * A JSON text.
       */
      want_advertise_in_communities_directory?: false;
      welcome_message_custom_text?: string;
      /**
       * A JSON text.
       */
      zulip_update_announcements_stream_id?: -1;
      /**
       * A JSON text.
       */
      create_multiuse_invite_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_access_all_users_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_add_custom_emoji_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_add_subscribers_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_create_bots_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_create_groups?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_create_private_channel_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_create_public_channel_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_create_web_public_channel_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_create_write_only_bots_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_delete_any_message_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_delete_own_message_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_invite_users_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_manage_all_groups?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_manage_billing_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_mention_many_users_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_move_messages_between_channels_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_move_messages_between_topics_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_resolve_topics_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_set_delete_message_policy_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_set_topics_policy_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      can_summarize_topics_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      direct_message_initiator_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * A JSON text.
       */
      direct_message_permission_group?:
        | {
            new:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
            old?:
              | number
              | {
                  /**
                   * @maxItems 100000
                   */
                  direct_members: number[];
                  /**
                   * @maxItems 100000
                   */
                  direct_subgroups: number[];
                };
          }
        | (
            | number
            | {
                /**
                 * @maxItems 100000
                 */
                direct_members: number[];
                /**
                 * @maxItems 100000
                 */
                direct_subgroups: number[];
              }
          );
      /**
       * Values of fields, as answers and events show them. When a stored value differs, nothing is changed: `EXPECTATION_MISMATCH` with the stored ones as `current`. A JSON text.
       */
      expected?: {
        [k: string]: unknown;
      };
    };
    answer: {};
  };
  'update-realm-domain': {
    params: {
      allow_subdomains: boolean;
      /**
       * Values of fields, as answers and events show them. When a stored value differs, nothing is changed: `EXPECTATION_MISMATCH` with the stored ones as `current`. A JSON text.
       */
      expected?: {
        [k: string]: unknown;
      };
      domain: string;
    };
    answer: {};
  };
  'update-realm-user-settings-defaults': {
    params: {
      /**
       * A JSON text.
       */
      twenty_four_hour_time?: boolean | null;
      /**
       * A JSON text.
       */
      web_mark_read_on_scroll_policy?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      web_channel_default_view?: 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      starred_message_counts?: boolean;
      /**
       * A JSON text.
       */
      receives_typing_notifications?: boolean;
      /**
       * A JSON text.
       */
      web_suggest_update_timezone?: boolean;
      /**
       * A JSON text.
       */
      fluid_layout_width?: boolean;
      /**
       * A JSON text.
       */
      high_contrast_mode?: boolean;
      /**
       * A JSON text.
       */
      web_font_size_px?: number;
      /**
       * A JSON text.
       */
      web_line_height_percent?: number;
      /**
       * A JSON text.
       */
      color_scheme?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      translate_emoticons?: boolean;
      /**
       * A JSON text.
       */
      display_emoji_reaction_users?: boolean;
      /**
       * A JSON text.
       */
      web_home_view?: 'inbox' | 'recent_topics' | 'recent' | 'all_messages';
      /**
       * A JSON text.
       */
      web_escape_navigates_to_home_view?: boolean;
      /**
       * A JSON text.
       */
      left_side_userlist?: boolean;
      /**
       * A JSON text.
       */
      emojiset?: 'google' | 'google-blob' | 'twitter' | 'text';
      /**
       * A JSON text.
       */
      demote_inactive_streams?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      user_list_style?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      web_animate_image_previews?: 'always' | 'on_hover' | 'never';
      /**
       * A JSON text.
       */
      web_stream_unreads_count_display_policy?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      hide_ai_features?: boolean;
      /**
       * A JSON text.
       */
      web_left_sidebar_show_channel_folders?: boolean;
      /**
       * A JSON text.
       */
      web_left_sidebar_unreads_count_summary?: boolean;
      /**
       * A JSON text.
       */
      web_inbox_show_channel_folders?: boolean;
      /**
       * A JSON text.
       */
      enter_sends?: boolean;
      /**
       * A JSON text.
       */
      enable_drafts_synchronization?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_audible_notifications?: boolean;
      /**
       * A JSON text.
       */
      notification_sound?: 'ding' | 'none' | 'zulip';
      /**
       * A JSON text.
       */
      enable_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_sounds?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_audible_notifications?: boolean;
      /**
       * A JSON text.
       */
      email_notifications_batching_period_seconds?: number;
      /**
       * A JSON text.
       */
      enable_offline_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_offline_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_online_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_digest_emails?: boolean;
      /**
       * A JSON text.
       */
      message_content_in_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      pm_content_in_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      wildcard_mentions_notify?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_wildcard_mentions_notify?: boolean;
      /**
       * A JSON text.
       */
      desktop_icon_count_display?: 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      realm_name_in_email_notifications_policy?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      automatically_follow_topics_policy?: 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      automatically_unmute_topics_in_muted_streams_policy?: 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      automatically_follow_topics_where_mentioned?: boolean;
      /**
       * A JSON text.
       */
      resolved_topic_notice_auto_read_policy?: 'always' | 'except_followed' | 'never';
      /**
       * A JSON text.
       */
      presence_enabled?: boolean;
      /**
       * A JSON text.
       */
      send_private_typing_notifications?: boolean;
      /**
       * A JSON text.
       */
      send_stream_typing_notifications?: boolean;
      /**
       * A JSON text.
       */
      send_read_receipts?: boolean;
      /**
       * A JSON text.
       */
      email_address_visibility?: 1 | 2 | 3 | 4 | 5;
      /**
       * A JSON text.
       */
      web_navigate_to_sent_message?: boolean;
      /**
       * A JSON text.
       */
      web_sidebar_order?: string;
      /**
       * A JSON text.
       */
      web_channel_opens_topics?: boolean;
      /**
       * A JSON text.
       */
      notifications_paused_until?: number;
      /**
       * A JSON text.
       */
      quiet_hours_enabled?: boolean;
      /**
       * A JSON text.
       */
      quiet_hours_from_minute?: number;
      /**
       * A JSON text.
       */
      quiet_hours_to_minute?: number;
      /**
       * A JSON text.
       */
      quiet_days?: number;
      /**
       * A JSON text.
       */
      digest_frequency?: 'weekly' | 'daily';
      /**
       * Values of fields, as answers and events show them. When a stored value differs, nothing is changed: `EXPECTATION_MISMATCH` with the stored ones as `current`. A JSON text.
       */
      expected?: {
        [k: string]: unknown;
      };
    };
    answer: {};
  };
  'update-scheduled-message': {
    params: {
      type?: 'direct' | 'channel' | 'stream' | 'private';
      /**
       * A JSON text.
       */
      to?: number | number[];
      content?: string;
      /**
       * Also accepted as `subject`.
       */
      topic?: string;
      scheduled_delivery_timestamp?: number;
      scheduled_message_id: number;
    };
    answer: {};
  };
  'update-settings': {
    params: {
      full_name?: string;
      /**
       * Takes effect when the user follows the link in the mail to the new address.
       */
      email?: string;
      old_password?: string;
      new_password?: string;
      /**
       * IANA name.
       */
      timezone?: string;
      /**
       * For administrators: changes the settings of these users instead of the caller’s, for skip_if_already_edited without settings that the user has changed. A JSON text.
       */
      target_users?: {
        /**
         * @maxItems 20000
         */
        user_ids?: number[];
        /**
         * @maxItems 20000
         */
        group_ids?: number[];
        skip_if_already_edited?: boolean;
      };
      /**
       * As the member of `target_users`, for clients that send it beside.
       */
      skip_if_already_edited?: boolean;
      /**
       * A JSON text.
       */
      twenty_four_hour_time?: boolean | null;
      /**
       * A JSON text.
       */
      web_mark_read_on_scroll_policy?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      web_channel_default_view?: 1 | 2 | 4;
      /**
       * A JSON text.
       */
      starred_message_counts?: boolean;
      /**
       * A JSON text.
       */
      receives_typing_notifications?: boolean;
      /**
       * A JSON text.
       */
      web_suggest_update_timezone?: boolean;
      /**
       * A JSON text.
       */
      fluid_layout_width?: boolean;
      /**
       * A JSON text.
       */
      high_contrast_mode?: boolean;
      /**
       * A JSON text.
       */
      web_font_size_px?: number;
      /**
       * A JSON text.
       */
      web_line_height_percent?: number;
      /**
       * A JSON text.
       */
      color_scheme?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      translate_emoticons?: boolean;
      /**
       * A JSON text.
       */
      display_emoji_reaction_users?: boolean;
      /**
       * A JSON text.
       */
      default_language?: string;
      /**
       * A JSON text.
       */
      web_home_view?: 'inbox' | 'recent_topics' | 'recent' | 'all_messages';
      /**
       * A JSON text.
       */
      web_escape_navigates_to_home_view?: boolean;
      /**
       * A JSON text.
       */
      left_side_userlist?: boolean;
      /**
       * A JSON text.
       */
      emojiset?: 'google' | 'google-blob' | 'twitter' | 'text';
      /**
       * A JSON text.
       */
      demote_inactive_streams?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      user_list_style?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      web_animate_image_previews?: 'always' | 'on_hover' | 'never';
      /**
       * A JSON text.
       */
      web_stream_unreads_count_display_policy?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      hide_ai_features?: boolean;
      /**
       * A JSON text.
       */
      web_left_sidebar_show_channel_folders?: boolean;
      /**
       * A JSON text.
       */
      web_left_sidebar_unreads_count_summary?: boolean;
      /**
       * A JSON text.
       */
      web_inbox_show_channel_folders?: boolean;
      /**
       * A JSON text.
       */
      enter_sends?: boolean;
      /**
       * A JSON text.
       */
      enable_drafts_synchronization?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_stream_audible_notifications?: boolean;
      /**
       * A JSON text.
       */
      notification_sound?: 'ding' | 'none' | 'zulip';
      /**
       * A JSON text.
       */
      enable_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_sounds?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_audible_notifications?: boolean;
      /**
       * A JSON text.
       */
      email_notifications_batching_period_seconds?: number;
      /**
       * A JSON text.
       */
      enable_offline_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_offline_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_online_push_notifications?: boolean;
      /**
       * A JSON text.
       */
      enable_digest_emails?: boolean;
      /**
       * A JSON text.
       */
      enable_marketing_emails?: boolean;
      /**
       * A JSON text.
       */
      enable_login_emails?: boolean;
      /**
       * A JSON text.
       */
      message_content_in_email_notifications?: boolean;
      /**
       * A JSON text.
       */
      pm_content_in_desktop_notifications?: boolean;
      /**
       * A JSON text.
       */
      wildcard_mentions_notify?: boolean;
      /**
       * A JSON text.
       */
      enable_followed_topic_wildcard_mentions_notify?: boolean;
      /**
       * A JSON text.
       */
      desktop_icon_count_display?: 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      realm_name_in_email_notifications_policy?: 1 | 2 | 3;
      /**
       * A JSON text.
       */
      automatically_follow_topics_policy?: 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      automatically_unmute_topics_in_muted_streams_policy?: 1 | 2 | 3 | 4;
      /**
       * A JSON text.
       */
      automatically_follow_topics_where_mentioned?: boolean;
      /**
       * A JSON text.
       */
      resolved_topic_notice_auto_read_policy?: 'always' | 'except_followed' | 'never';
      /**
       * A JSON text.
       */
      presence_enabled?: boolean;
      /**
       * A JSON text.
       */
      send_private_typing_notifications?: boolean;
      /**
       * A JSON text.
       */
      send_stream_typing_notifications?: boolean;
      /**
       * A JSON text.
       */
      send_read_receipts?: boolean;
      /**
       * A JSON text.
       */
      allow_private_data_export?: boolean;
      /**
       * A JSON text.
       */
      email_address_visibility?: 1 | 2 | 3 | 4 | 5;
      /**
       * A JSON text.
       */
      web_navigate_to_sent_message?: boolean;
      /**
       * A JSON text.
       */
      web_sidebar_order?: string;
      /**
       * A JSON text.
       */
      web_channel_opens_topics?: boolean;
      /**
       * A JSON text.
       */
      notifications_paused_until?: number;
      /**
       * A JSON text.
       */
      quiet_hours_enabled?: boolean;
      /**
       * A JSON text.
       */
      quiet_hours_from_minute?: number;
      /**
       * A JSON text.
       */
      quiet_hours_to_minute?: number;
      /**
       * A JSON text.
       */
      quiet_days?: number;
      /**
       * A JSON text.
       */
      digest_frequency?: 'weekly' | 'daily';
    };
    answer: {};
  };
  'update-status': {
    params: {
      /**
       * At most 60 characters; empty for none.
       */
      status_text?: string;
      /**
       * Empty for none.
       */
      emoji_name?: string;
      emoji_code?: string;
      reaction_type?: string;
      /**
       * When the status ends, in Unix seconds; 0 for never. Without it, a new text or emoji never ends.
       */
      status_ends_at?: number;
      /**
       * @deprecated
       */
      away?: boolean;
    };
    answer: {};
  };
  'update-status-for-user': {
    params: {
      /**
       * At most 60 characters; empty for none.
       */
      status_text?: string;
      /**
       * Empty for none.
       */
      emoji_name?: string;
      emoji_code?: string;
      reaction_type?: string;
      user_id: number;
    };
    answer: {};
  };
  'update-stream': {
    params: {
      new_name?: string;
      description?: string;
      is_private?: boolean;
      is_web_public?: boolean;
      history_public_to_subscribers?: boolean;
      is_default_stream?: boolean;
      default_push_notifications?: boolean;
      /**
       * Days, `realm_default` or `unlimited`. A JSON text.
       */
      message_retention_days?: number | string;
      is_archived?: boolean;
      /**
       * `null` removes the channel from its folder.
       */
      folder_id?: number | null;
      topics_policy?: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
      /**
       * Values of fields, as answers and events show them. When a stored value differs, nothing is changed: `EXPECTATION_MISMATCH` with the stored ones as `current`. A JSON text.
       */
      expected?: {
        [k: string]: unknown;
      };
      /**
       * @deprecated
       * Who may post: 1 everyone, 2 administrators, 3 full members, 4 moderators.
       */
      stream_post_policy?: number;
      /**
       * @deprecated
       * Whether administrators alone may post.
       */
      is_announcement_only?: boolean;
      /**
       * A JSON text.
       */
      can_add_subscribers_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_administer_channel_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_create_topic_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_delete_any_message_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_delete_own_message_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_move_messages_out_of_channel_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_move_messages_within_channel_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_remove_subscribers_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_resolve_topics_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_send_message_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_subscribe_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      stream_id: number;
    };
    answer: {};
  };
  'update-subscription': {
    params: {
      property: string;
      /**
       * A colour for `color`, a boolean for all others. A JSON text.
       */
      value: boolean | string;
      stream_id: number;
    };
    answer: {};
  };
  'update-subscription-settings': {
    params: {
      /**
       * A JSON text.
       *
       * @maxItems 10000
       */
      subscription_data: {
        stream_id: number;
        property: string;
        value: boolean | string;
      }[];
    };
    answer: {};
  };
  'update-subscriptions': {
    params: {
      /**
       * Names of channels. A JSON text.
       *
       * @maxItems 100000
       */
      delete?: string[];
      /**
       * A JSON text.
       *
       * @maxItems 100000
       */
      add?: {
        name: string;
        description?: string;
        color?: string;
      }[];
    };
    answer: {
      subscribed: {
        [k: string]: string[];
      };
      already_subscribed: {
        [k: string]: string[];
      };
      not_removed: string[];
      removed: string[];
      new_subscription_messages_sent: boolean;
    };
  };
  'update-user': {
    params: {
      full_name?: string;
      /**
       * 100, 200, 300, 400 or 600.
       */
      role?: number;
      /**
       * A JSON text.
       *
       * @maxItems 1000
       */
      profile_data?: {
        id: number;
        value: string | number[] | null;
      }[];
      /**
       * For owners with the permission to change addresses.
       */
      new_email?: string;
      /**
       * Values of fields, as answers and events show them. When a stored value differs, nothing is changed: `EXPECTATION_MISMATCH` with the stored ones as `current`. A JSON text.
       */
      expected?: {
        [k: string]: unknown;
      };
      user_id_or_email: string;
    };
    answer: {};
  };
  'update-user-group': {
    params: {
      name?: string;
      description?: string;
      /**
       * `false` reactivates a deactivated group.
       */
      deactivated?: boolean;
      /**
       * Values of fields, as answers and events show them. When a stored value differs, nothing is changed: `EXPECTATION_MISMATCH` with the stored ones as `current`. A JSON text.
       */
      expected?: {
        [k: string]: unknown;
      };
      /**
       * A JSON text.
       */
      can_add_members_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_join_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_leave_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_manage_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_mention_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      /**
       * A JSON text.
       */
      can_remove_members_group?: {
        new:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
        old?:
          | number
          | {
              /**
               * @maxItems 100000
               */
              direct_members: number[];
              /**
               * @maxItems 100000
               */
              direct_subgroups: number[];
            };
      };
      user_group_id: number;
    };
    answer: {};
  };
  'update-user-group-members': {
    params: {
      /**
       * A JSON text.
       *
       * @maxItems 100000
       */
      add?: number[];
      /**
       * A JSON text.
       *
       * @maxItems 100000
       */
      delete?: number[];
      /**
       * A JSON text.
       *
       * @maxItems 100000
       */
      add_subgroups?: number[];
      /**
       * A JSON text.
       *
       * @maxItems 100000
       */
      delete_subgroups?: number[];
      user_group_id: number;
    };
    answer: {};
  };
  'update-user-group-subgroups': {
    params: {
      /**
       * A JSON text.
       *
       * @maxItems 100000
       */
      add?: number[];
      /**
       * A JSON text.
       *
       * @maxItems 100000
       */
      delete?: number[];
      user_group_id: number;
    };
    answer: {};
  };
  'update-user-topic': {
    params: {
      stream_id: number;
      topic: string;
      /**
       * 0 none, 1 muted, 2 unmuted, 3 followed.
       */
      visibility_policy: number;
    };
    answer: {};
  };
  'update-webhook': {
    params: {
      /**
       * Where messages go; 0 for none: then they go to the owner of the bot.
       */
      channel_id?: number;
      /**
       * Empty: the integration chooses.
       */
      topic?: string;
      /**
       * With which the tool signs. Empty removes it.
       */
      secret?: string;
      is_enabled?: boolean;
      /**
       * Whether payloads in Slack’s and Mattermost’s form may name another channel. Default true.
       */
      allows_override?: boolean;
      /**
       * The text of messages, instead of that of the integration. Empty removes it.
       */
      template?: string;
      bot_id: number;
      webhook_id: number;
    };
    answer: {
      webhook: IncomingWebhook;
    };
  };
}
export interface OwnBot {
  user_id: number;
  full_name: string;
  default_sending_stream: string | null;
  default_events_register_stream: string | null;
  default_all_public_streams: boolean;
  avatar_url: string;
  owner_id: number | null;
  /**
   * @maxItems 1
   */
  services:
    | []
    | [
        {
          base_url: string;
          interface: number;
          /**
           * Opens signing requests as a tool or as this server.
           */
          token: string;
        }
      ];
  email: string;
  bot_type: number | null;
  is_active: boolean;
}
export interface IncomingWebhook {
  id: number;
  bot_id: number;
  integration: string;
  channel_id: number | null;
  topic: string;
  is_enabled: boolean;
  allows_override: boolean;
  template: string;
  has_secret: boolean;
  date_created: number;
  external_url_template: string;
  /**
   * Opens posting as a bot, from any address.
   */
  hooks_url: string;
  /**
   * Opens posting as a bot, from any address.
   */
  services_url: string;
}
export interface AppCredentials {
  /**
   * Opens acting as the bot of an app, within its scopes and channels.
   */
  token: string;
  /**
   * Opens signing requests as a tool or as this server.
   */
  signing_secret: string;
  api_url: string;
}
export interface App {
  id: number;
  bot_id: number;
  name: string;
  description: string;
  icon: string;
  is_enabled: boolean;
  scopes: {
    area: string;
    about: string;
  }[];
  commands: {
    name: string;
    description: string;
    hint: string;
    permission: 'everyone' | 'members' | 'moderators' | 'administrators';
  }[];
  uses_blocks: boolean;
  events: string[];
  urls: {
    actions: string;
    commands: string;
    events: string;
    options: string;
  } | null;
  channel_ids: number[] | null;
  installed_by: number;
  date_created: number;
}
export interface ListedAttachment {
  id: number;
  name: string;
  path_id: string;
  size: number;
  create_time: number;
  message_ids: number[];
  messages: {
    id: number;
    date_sent: number;
  }[];
  text_status: 'pending' | 'text' | 'encrypted' | 'broken' | 'unsupported' | 'too_large';
}
export interface AuditEntry {
  id: number;
  timestamp: number;
  actor_id: number | null;
  action: string;
  user_id: number | null;
  details: {
    [k: string]: unknown;
  };
  client: string;
  address: string;
}
export interface ChannelFolder {
  name: string;
  date_created: number | null;
  creator_id: number | null;
  description: string;
  rendered_description: string;
  order: number;
  id: number;
  is_archived: boolean;
}
export interface Command {
  name: string;
  description: string;
  hint: string;
  app_id: number | null;
  bot_id: number | null;
}
export interface Emoji {
  id: string;
  name: string;
  source_url: string;
  still_url: string | null;
  deactivated: boolean;
  author_id: number | null;
}
export interface CustomProfileField {
  id: number;
  type: number;
  order: number;
  name: string;
  hint: string;
  field_data: string;
  display_in_profile_summary?: boolean;
  required: boolean;
  editable_by_user: boolean;
  use_for_user_matching: boolean;
}
export interface Draft {
  id: number;
  type: '' | 'stream' | 'private';
  to: number[];
  topic: string;
  content: string;
  timestamp: number;
}
export interface EphemeralMessageAddEvent {
  id: number;
  type: 'ephemeral_message';
  op: 'add';
  message: EphemeralMessage;
}
export interface EphemeralMessage {
  id: string;
  app_id: number | null;
  sender_id: number;
  sender_full_name: string;
  type: 'stream' | 'private';
  stream_id?: number;
  topic?: string;
  user_ids?: number[];
  content: string;
  rendered_content: string;
  blocks: Block[];
  timestamp: number;
}
export interface EphemeralMessageUpdateEvent {
  id: number;
  type: 'ephemeral_message';
  op: 'update';
  message: EphemeralMessage;
}
export interface EphemeralMessageRemoveEvent {
  id: number;
  type: 'ephemeral_message';
  op: 'remove';
  message_id: string;
}
export interface AppViewOpenEvent {
  id: number;
  type: 'app_view';
  op: 'open';
  view: View;
  press_id: string;
}
export interface View {
  id: string;
  app_id: number;
  bot_id: number;
  app_name: string;
  title: string;
  submit: string | null;
  close: string;
  blocks: Block[];
  hash: string;
}
export interface AppViewUpdateEvent {
  id: number;
  type: 'app_view';
  op: 'update';
  view: View;
}
export interface AppViewCloseEvent {
  id: number;
  type: 'app_view';
  op: 'close';
  view_id: string;
}
export interface BlockActionEvent {
  id: number;
  type: 'block_action';
  user_id: number;
  message_id?: number;
  ephemeral_id?: string;
  pressed: {
    block_id: string;
    action_id: string;
    values: string[];
  };
  state: {
    block_id: string;
    action_id: string;
    values: string[];
  }[];
  response_url: string;
}
export interface AppsEvent {
  id: number;
  type: 'apps';
  apps: {
    id: number;
    bot_id: number;
    name: string;
    is_enabled: boolean;
  }[];
}
export interface StreamCreateEvent {
  id: number;
  type: 'stream';
  op: 'create';
  streams: Channel[];
}
export interface Channel {
  stream_id: number;
  name: string;
  is_archived: boolean;
  description: string;
  date_created: number;
  creator_id: number | null;
  invite_only: boolean;
  rendered_description: string;
  is_web_public: boolean;
  /**
   * @deprecated
   */
  stream_post_policy: number;
  message_retention_days: number | null;
  history_public_to_subscribers: boolean;
  topics_policy: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
  default_push_notifications: boolean;
  first_message_id: number | null;
  folder_id: number | null;
  is_recently_active: boolean;
  /**
   * @deprecated
   */
  is_announcement_only: boolean;
  can_add_subscribers_group: GroupSettingValue;
  can_remove_subscribers_group: GroupSettingValue;
  can_administer_channel_group: GroupSettingValue;
  can_delete_any_message_group: GroupSettingValue;
  can_delete_own_message_group: GroupSettingValue;
  can_move_messages_out_of_channel_group: GroupSettingValue;
  can_move_messages_within_channel_group: GroupSettingValue;
  can_send_message_group: GroupSettingValue;
  can_subscribe_group: GroupSettingValue;
  can_resolve_topics_group: GroupSettingValue;
  subscriber_count: number;
  stream_weekly_traffic: number | null;
  can_create_topic_group: GroupSettingValue;
  is_default?: boolean;
}
export interface StreamUpdateEvent {
  id: number;
  type: 'stream';
  op: 'update';
  stream_id: number;
  name: string;
  property: string;
  value: number | boolean | string | null | GroupSettingValue;
  rendered_description?: string;
  history_public_to_subscribers?: boolean;
  is_web_public?: boolean;
}
export interface StreamDeleteEvent {
  id: number;
  type: 'stream';
  op: 'delete';
  /**
   * @deprecated
   */
  streams: {
    stream_id: number;
  }[];
  stream_ids: number[];
}
export interface SubscriptionAddEvent {
  id: number;
  type: 'subscription';
  op: 'add';
  subscriptions: Subscription[];
}
export interface Subscription {
  stream_id: number;
  name: string;
  is_archived: boolean;
  description: string;
  date_created: number;
  creator_id: number | null;
  invite_only: boolean;
  rendered_description: string;
  is_web_public: boolean;
  /**
   * @deprecated
   */
  stream_post_policy: number;
  message_retention_days: number | null;
  history_public_to_subscribers: boolean;
  topics_policy: 'inherit' | 'allow_empty_topic' | 'disable_empty_topic' | 'empty_topic_only';
  default_push_notifications: boolean;
  first_message_id: number | null;
  folder_id: number | null;
  is_recently_active: boolean;
  /**
   * @deprecated
   */
  is_announcement_only: boolean;
  can_add_subscribers_group: GroupSettingValue;
  can_remove_subscribers_group: GroupSettingValue;
  can_administer_channel_group: GroupSettingValue;
  can_delete_any_message_group: GroupSettingValue;
  can_delete_own_message_group: GroupSettingValue;
  can_move_messages_out_of_channel_group: GroupSettingValue;
  can_move_messages_within_channel_group: GroupSettingValue;
  can_send_message_group: GroupSettingValue;
  can_subscribe_group: GroupSettingValue;
  can_resolve_topics_group: GroupSettingValue;
  subscriber_count: number;
  stream_weekly_traffic: number | null;
  can_create_topic_group: GroupSettingValue;
  subscribers?: number[];
  partial_subscribers?: number[];
  desktop_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
  push_notifications: boolean | null;
  audible_notifications: boolean | null;
  pin_to_top: boolean;
  is_muted: boolean;
  /**
   * @deprecated
   */
  in_home_view: boolean;
  color: string;
}
export interface SubscriptionRemoveEvent {
  id: number;
  type: 'subscription';
  op: 'remove';
  subscriptions: {
    stream_id: number;
    name: string;
  }[];
}
export interface SubscriptionUpdateEvent {
  id: number;
  type: 'subscription';
  op: 'update';
  stream_id: number;
  property: string;
  value: number | boolean | string | null;
}
export interface SubscriptionPeerAddEvent {
  id: number;
  type: 'subscription';
  op: 'peer_add';
  stream_ids: number[];
  user_ids: number[];
}
export interface SubscriptionPeerRemoveEvent {
  id: number;
  type: 'subscription';
  op: 'peer_remove';
  stream_ids: number[];
  user_ids: number[];
}
export interface DefaultStreamsEvent {
  id: number;
  type: 'default_streams';
  default_streams: number[];
}
export interface ChannelFolderAddEvent {
  id: number;
  type: 'channel_folder';
  op: 'add';
  channel_folder: ChannelFolder;
}
export interface ChannelFolderUpdateEvent {
  id: number;
  type: 'channel_folder';
  op: 'update';
  channel_folder_id: number;
  data: {
    name?: string;
    description?: string;
    rendered_description?: string;
    is_archived?: boolean;
  };
}
export interface ChannelFolderReorderEvent {
  id: number;
  type: 'channel_folder';
  op: 'reorder';
  order: number[];
}
export interface UserTopicEvent {
  id: number;
  type: 'user_topic';
  stream_id: number;
  topic_name: string;
  last_updated: number;
  visibility_policy: number;
}
export interface MutedTopicsEvent {
  id: number;
  type: 'muted_topics';
  muted_topics: [string, string, number][];
}
export interface UserGroupAddEvent {
  id: number;
  type: 'user_group';
  op: 'add';
  group: UserGroup;
}
export interface UserGroup {
  name: string;
  date_created: number | null;
  creator_id: number | null;
  description: string;
  members: number[];
  direct_subgroup_ids: number[];
  id: number;
  is_system_group: boolean;
  can_add_members_group: GroupSettingValue;
  can_join_group: GroupSettingValue;
  can_leave_group: GroupSettingValue;
  can_manage_group: GroupSettingValue;
  can_mention_group: GroupSettingValue;
  can_remove_members_group: GroupSettingValue;
  deactivated: boolean;
}
export interface UserGroupUpdateEvent {
  id: number;
  type: 'user_group';
  op: 'update';
  group_id: number;
  data: {
    name?: string;
    description?: string;
    can_add_members_group?: GroupSettingValue;
    can_join_group?: GroupSettingValue;
    can_leave_group?: GroupSettingValue;
    can_manage_group?: GroupSettingValue;
    can_mention_group?: GroupSettingValue;
    can_remove_members_group?: GroupSettingValue;
    deactivated?: boolean;
  };
}
export interface UserGroupAddMembersEvent {
  id: number;
  type: 'user_group';
  op: 'add_members';
  group_id: number;
  user_ids: number[];
}
export interface UserGroupRemoveMembersEvent {
  id: number;
  type: 'user_group';
  op: 'remove_members';
  group_id: number;
  user_ids: number[];
}
export interface UserGroupAddSubgroupsEvent {
  id: number;
  type: 'user_group';
  op: 'add_subgroups';
  group_id: number;
  direct_subgroup_ids: number[];
}
export interface UserGroupRemoveSubgroupsEvent {
  id: number;
  type: 'user_group';
  op: 'remove_subgroups';
  group_id: number;
  direct_subgroup_ids: number[];
}
export interface MessageEvent {
  id: number;
  type: 'message';
  message: {
    avatar_url: string;
    client: string;
    content: string;
    content_type: 'text/html' | 'text/x-markdown';
    display_recipient:
      | string
      | {
          id: number;
          email: string;
          full_name: string;
          is_mirror_dummy: boolean;
        }[];
    id: number;
    is_me_message: boolean;
    reactions: Reaction[];
    recipient_id: number;
    sender_email: string;
    sender_full_name: string;
    sender_id: number;
    sender_realm_str: string;
    stream_id?: number;
    subject: string;
    submessages: {
      msg_type: string;
      content: string;
      message_id: number;
      sender_id: number;
      id: number;
    }[];
    timestamp: number;
    topic_links: {
      text: string;
      url: string;
    }[];
    type: 'stream' | 'private';
  };
  flags: string[];
  local_message_id?: string;
}
export interface Reaction {
  emoji_name: string;
  emoji_code: string;
  reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
  user_id: number;
}
export interface UpdateMessageEvent {
  id: number;
  type: 'update_message';
  user_id: number | null;
  rendering_only: boolean;
  message_id: number;
  message_ids: number[];
  flags: string[];
  edit_timestamp: number;
  stream_name?: string;
  stream_id?: number;
  new_stream_id?: number;
  propagate_mode?: 'change_one' | 'change_later' | 'change_all';
  orig_subject?: string;
  subject?: string;
  topic_links?: {
    text: string;
    url: string;
  }[];
  orig_content?: string;
  orig_rendered_content?: string;
  content?: string;
  rendered_content?: string;
  is_me_message?: boolean;
}
export interface DeleteMessageEvent {
  id: number;
  type: 'delete_message';
  message_ids: number[];
  message_type: 'private' | 'stream';
  stream_id?: number;
  topic?: string;
}
export interface ReactionAddEvent {
  id: number;
  type: 'reaction';
  op: 'add';
  emoji_name: string;
  emoji_code: string;
  reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
  user_id: number;
  message_id: number;
}
export interface ReactionRemoveEvent {
  id: number;
  type: 'reaction';
  op: 'remove';
  emoji_name: string;
  emoji_code: string;
  reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
  user_id: number;
  message_id: number;
}
export interface PinAddEvent {
  id: number;
  type: 'pin';
  op: 'add';
  message_id: number;
  stream_id: number;
  user_id: number;
  pinned_at: number;
}
export interface PinRemoveEvent {
  id: number;
  type: 'pin';
  op: 'remove';
  message_id: number;
  stream_id: number;
}
export interface SubmessageEvent {
  id: number;
  type: 'submessage';
  msg_type: string;
  content: string;
  message_id: number;
  sender_id: number;
  submessage_id: number;
}
export interface UpdateMessageFlagsAddEvent {
  id: number;
  type: 'update_message_flags';
  op: 'add';
  /**
   * @deprecated
   */
  operation: 'add';
  flag: string;
  messages: number[];
  all: boolean;
}
export interface UpdateMessageFlagsRemoveEvent {
  id: number;
  type: 'update_message_flags';
  op: 'remove';
  /**
   * @deprecated
   */
  operation: 'remove';
  flag: string;
  messages: number[];
  all: boolean;
  message_details?: {
    [k: string]: {
      type: 'private' | 'stream';
      mentioned?: boolean;
      user_ids?: number[];
      stream_id?: number;
      topic?: string;
    };
  };
}
export interface TypingStartEvent {
  id: number;
  type: 'typing';
  op: 'start';
  message_type: 'direct' | 'stream';
  sender: {
    user_id: number;
    email: string;
  };
  recipients?: {
    user_id: number;
    email: string;
  }[];
  stream_id?: number;
  topic?: string;
}
export interface TypingStopEvent {
  id: number;
  type: 'typing';
  op: 'stop';
  message_type: 'direct' | 'stream';
  sender: {
    user_id: number;
    email: string;
  };
  recipients?: {
    user_id: number;
    email: string;
  }[];
  stream_id?: number;
  topic?: string;
}
export interface TypingEditMessageStartEvent {
  id: number;
  type: 'typing_edit_message';
  op: 'start';
  sender_id: number;
  message_id: number;
  recipient:
    | {
        type: 'channel';
        channel_id: number;
        topic: string;
      }
    | {
        type: 'direct';
        user_ids: number[];
      };
}
export interface TypingEditMessageStopEvent {
  id: number;
  type: 'typing_edit_message';
  op: 'stop';
  sender_id: number;
  message_id: number;
  recipient:
    | {
        type: 'channel';
        channel_id: number;
        topic: string;
      }
    | {
        type: 'direct';
        user_ids: number[];
      };
}
export interface RealmUpdateEvent {
  id: number;
  type: 'realm';
  op: 'update';
  property: string;
  value: string | boolean | number | null;
}
export interface RealmUpdateDictEvent {
  id: number;
  type: 'realm';
  op: 'update_dict';
  property: 'default' | 'icon' | 'logo' | 'night_logo';
  data: {
    accent_color?: string;
    allow_message_editing?: boolean;
    allow_replies_from_other_addresses?: boolean;
    authentication_methods?: {
      [k: string]: AuthenticationMethod;
    };
    avatar_changes_disabled?: boolean;
    default_avatar_source?: 'J';
    default_code_block_language?: string;
    default_language?: string;
    description?: string;
    digest_emails_enabled?: boolean;
    digest_weekday?: number;
    disallow_disposable_email_addresses?: boolean;
    email_changes_disabled?: boolean;
    emails_restricted_to_domains?: boolean;
    empty_topic_display_name?: string;
    enable_guest_user_dm_warning?: boolean;
    enable_guest_user_indicator?: boolean;
    enable_read_receipts?: boolean;
    enable_spectator_access?: boolean;
    gif_provider?: 'none' | 'giphy' | 'tenor';
    gif_rating_policy?: 0 | 1 | 2 | 3 | 4;
    icon_source?: 'G' | 'U';
    icon_url?: string;
    inline_image_preview?: boolean;
    inline_url_embed_preview?: boolean;
    invite_required?: boolean;
    jitsi_server_url?: string | null;
    logo_source?: 'D' | 'U';
    logo_url?: string;
    media_preview_size?: 100 | 150 | 200;
    message_content_allowed_in_email_notifications?: boolean;
    message_content_delete_limit_seconds?: number | null;
    message_content_edit_limit_seconds?: number | null;
    message_edit_history_visibility_policy?: 'all' | 'moves' | 'none';
    message_retention_days?: number | -1;
    moderation_request_channel_id?: number | -1;
    move_messages_between_streams_limit_seconds?: number | null;
    move_messages_within_stream_limit_seconds?: number | null;
    name?: string;
    name_changes_disabled?: boolean;
    new_stream_announcements_stream_id?: number | -1;
    night_logo_source?: 'D' | 'U';
    night_logo_url?: string;
    org_type?: number;
    presence_disabled?: boolean;
    remove_image_positions?: boolean;
    require_e2ee_push_notifications?: boolean;
    require_second_factor?: 'nobody' | 'owners' | 'administrators' | 'moderators' | 'members' | 'everyone';
    require_unique_names?: boolean;
    second_factor_after_provider?: boolean;
    send_channel_events_messages?: boolean;
    send_welcome_emails?: boolean;
    session_idle_hours?: number;
    session_lifetime_hours?: number;
    sidebar_color?: string;
    signup_announcements_stream_id?: number | -1;
    topics_policy?: 'allow_empty_topic' | 'disable_empty_topic';
    video_chat_provider?: 0 | 1 | 3 | 4 | 5;
    waiting_period_threshold?: number;
    want_advertise_in_communities_directory?: false;
    welcome_message_custom_text?: string;
    zulip_update_announcements_stream_id?: -1;
    create_multiuse_invite_group?: GroupSettingValue;
    can_access_all_users_group?: GroupSettingValue;
    can_add_custom_emoji_group?: GroupSettingValue;
    can_add_subscribers_group?: GroupSettingValue;
    can_create_bots_group?: GroupSettingValue;
    can_create_groups?: GroupSettingValue;
    can_create_private_channel_group?: GroupSettingValue;
    can_create_public_channel_group?: GroupSettingValue;
    can_create_web_public_channel_group?: GroupSettingValue;
    can_create_write_only_bots_group?: GroupSettingValue;
    can_delete_any_message_group?: GroupSettingValue;
    can_delete_own_message_group?: GroupSettingValue;
    can_invite_users_group?: GroupSettingValue;
    can_manage_all_groups?: GroupSettingValue;
    can_manage_billing_group?: GroupSettingValue;
    can_mention_many_users_group?: GroupSettingValue;
    can_move_messages_between_channels_group?: GroupSettingValue;
    can_move_messages_between_topics_group?: GroupSettingValue;
    can_resolve_topics_group?: GroupSettingValue;
    can_set_delete_message_policy_group?: GroupSettingValue;
    can_set_topics_policy_group?: GroupSettingValue;
    can_summarize_topics_group?: GroupSettingValue;
    direct_message_initiator_group?: GroupSettingValue;
    direct_message_permission_group?: GroupSettingValue;
    mandatory_topics?: boolean;
    max_file_upload_size_mib?: number;
    plan_type?: number;
    push_notifications_enabled?: boolean;
    push_notifications_enabled_end_timestamp?: number | null;
    upload_quota_mib?: number | null;
  };
}
export interface AuthenticationMethod {
  enabled: boolean;
  available: boolean;
  unavailable_reason?: string;
  display_name?: string;
}
export interface RealmDeactivatedEvent {
  id: number;
  type: 'realm';
  op: 'deactivated';
}
export interface RealmUserSettingsDefaultsUpdateEvent {
  id: number;
  type: 'realm_user_settings_defaults';
  op: 'update';
  property: string;
  value: boolean | number | string;
}
export interface CustomProfileFieldsEvent {
  id: number;
  type: 'custom_profile_fields';
  fields: CustomProfileField[];
}
export interface RealmLinkifiersEvent {
  id: number;
  type: 'realm_linkifiers';
  realm_linkifiers: Linkifier[];
}
export interface Linkifier {
  id: number;
  pattern: string;
  url_template: string;
  example_input: string | null;
  reverse_template: string | null;
  alternative_url_templates: string[];
}
export interface RealmPlaygroundsEvent {
  id: number;
  type: 'realm_playgrounds';
  realm_playgrounds: Playground[];
}
export interface Playground {
  id: number;
  name: string;
  pygments_language: string;
  url_template: string;
}
export interface RealmDomainsAddEvent {
  id: number;
  type: 'realm_domains';
  op: 'add';
  realm_domain: AllowedDomain;
}
export interface AllowedDomain {
  domain: string;
  allow_subdomains: boolean;
}
export interface RealmDomainsChangeEvent {
  id: number;
  type: 'realm_domains';
  op: 'change';
  realm_domain: AllowedDomain;
}
export interface RealmDomainsRemoveEvent {
  id: number;
  type: 'realm_domains';
  op: 'remove';
  domain: string;
}
export interface RealmEmojiAddEvent {
  id: number;
  type: 'realm_emoji';
  op: 'add';
  emoji: Emoji;
}
export interface RealmEmojiEditEvent {
  id: number;
  type: 'realm_emoji';
  op: 'edit';
  emoji_id: string;
  data: {
    deactivated: boolean;
  };
}
export interface RealmEmojiUpdateOneEvent {
  id: number;
  type: 'realm_emoji';
  op: 'update_one';
  emoji_id: string;
  data: {
    deactivated: boolean;
  };
}
export interface AlertWordsEvent {
  id: number;
  type: 'alert_words';
  alert_words: string[];
}
export interface MutedUsersEvent {
  id: number;
  type: 'muted_users';
  muted_users: {
    id: number;
    timestamp: number;
  }[];
}
export interface OnboardingStepsEvent {
  id: number;
  type: 'onboarding_steps';
  onboarding_steps: {
    type: string;
    name: string;
  }[];
}
export interface HasZoomTokenEvent {
  id: number;
  type: 'has_zoom_token';
  value: boolean;
}
export interface NavigationViewAddEvent {
  id: number;
  type: 'navigation_view';
  op: 'add';
  navigation_view: NavigationView;
}
export interface NavigationView {
  fragment: string;
  is_pinned: boolean;
  name: string | null;
}
export interface NavigationViewUpdateEvent {
  id: number;
  type: 'navigation_view';
  op: 'update';
  fragment: string;
  data: {
    name?: string | null;
    is_pinned?: boolean | null;
  };
}
export interface NavigationViewRemoveEvent {
  id: number;
  type: 'navigation_view';
  op: 'remove';
  fragment: string;
}
export interface UserSettingsUpdateEvent {
  id: number;
  type: 'user_settings';
  op: 'update';
  property: string;
  value: boolean | number | string;
  language_name?: string;
}
export interface DraftsAddEvent {
  id: number;
  type: 'drafts';
  op: 'add';
  drafts: Draft[];
}
export interface DraftsUpdateEvent {
  id: number;
  type: 'drafts';
  op: 'update';
  draft: Draft;
}
export interface DraftsRemoveEvent {
  id: number;
  type: 'drafts';
  op: 'remove';
  draft_id: number;
}
export interface SavedSnippetsAddEvent {
  id: number;
  type: 'saved_snippets';
  op: 'add';
  saved_snippet: SavedSnippet;
}
export interface SavedSnippet {
  id: number;
  title: string;
  content: string;
  date_created: number;
}
export interface SavedSnippetsUpdateEvent {
  id: number;
  type: 'saved_snippets';
  op: 'update';
  saved_snippet: SavedSnippet;
}
export interface SavedSnippetsRemoveEvent {
  id: number;
  type: 'saved_snippets';
  op: 'remove';
  saved_snippet_id: number;
}
export interface ScheduledMessagesAddEvent {
  id: number;
  type: 'scheduled_messages';
  op: 'add';
  scheduled_messages: ScheduledMessage[];
}
export interface ScheduledMessage {
  scheduled_message_id: number;
  type: 'stream' | 'private';
  to: number | number[];
  topic?: string;
  content: string;
  rendered_content: string;
  scheduled_delivery_timestamp: number;
  failed: boolean;
}
export interface ScheduledMessagesUpdateEvent {
  id: number;
  type: 'scheduled_messages';
  op: 'update';
  scheduled_message: ScheduledMessage;
}
export interface ScheduledMessagesRemoveEvent {
  id: number;
  type: 'scheduled_messages';
  op: 'remove';
  scheduled_message_id: number;
}
export interface RemindersAddEvent {
  id: number;
  type: 'reminders';
  op: 'add';
  reminders: Reminder[];
}
export interface Reminder {
  reminder_id: number;
  type: 'private';
  to: number[];
  content: string;
  rendered_content: string;
  scheduled_delivery_timestamp: number;
  failed: boolean;
  reminder_target_message_id: number;
}
export interface RemindersRemoveEvent {
  id: number;
  type: 'reminders';
  op: 'remove';
  reminder_id: number;
}
export interface PushDeviceEvent {
  id: number;
  type: 'push_device';
  push_account_id: string;
  status: 'active' | 'failed';
  error_code?: string;
}
export interface DeviceAddEvent {
  id: number;
  type: 'device';
  op: 'add';
  device_id: number;
}
export interface DeviceUpdateEvent {
  id: number;
  type: 'device';
  op: 'update';
  device_id: number;
  push_key_id?: number | null;
  push_token_id?: string | null;
  pending_push_token_id?: string | null;
  push_token_last_updated_timestamp?: number;
  push_registration_error_code?: string | null;
}
export interface DeviceRemoveEvent {
  id: number;
  type: 'device';
  op: 'remove';
  device_id: number;
}
export interface AttachmentAddEvent {
  id: number;
  type: 'attachment';
  op: 'add';
  attachment: Attachment;
  upload_space_used: number;
}
export interface Attachment {
  id: number;
  name: string;
  path_id: string;
  size: number;
  create_time: number;
  message_ids: number[];
  messages: {
    id: number;
    date_sent: number;
  }[];
}
export interface AttachmentUpdateEvent {
  id: number;
  type: 'attachment';
  op: 'update';
  attachment: Attachment;
  upload_space_used: number;
}
export interface AttachmentRemoveEvent {
  id: number;
  type: 'attachment';
  op: 'remove';
  attachment: {
    id: number;
  };
  upload_space_used: number;
}
export interface RealmUserAddEvent {
  id: number;
  type: 'realm_user';
  op: 'add';
  person: User;
}
export interface User {
  user_id: number;
  email: string;
  full_name: string;
  date_joined: string;
  is_active: boolean;
  is_owner: boolean;
  is_admin: boolean;
  is_guest: boolean;
  is_bot: boolean;
  role: 100 | 200 | 300 | 400 | 600;
  timezone: string;
  avatar_version: number;
  delivery_email: string | null;
  avatar_url: string;
  bot_type: number | null;
  bot_owner_id: number | null;
  is_imported_stub: boolean;
  is_deleted?: true;
  profile_data?: {
    [k: string]: {
      value: string;
      rendered_value?: string;
    };
  };
}
export interface RealmUserRemoveEvent {
  id: number;
  type: 'realm_user';
  op: 'remove';
  person: {
    user_id: number;
    full_name: string;
  };
}
export interface RealmUserUpdateEvent {
  id: number;
  type: 'realm_user';
  op: 'update';
  person:
    | {
        user_id: number;
        full_name: string;
      }
    | {
        user_id: number;
        avatar_url: string;
        avatar_source: string;
        avatar_url_medium: string;
        avatar_version: number;
      }
    | {
        user_id: number;
        /**
         * @deprecated
         */
        email: string;
        timezone: string;
      }
    | {
        user_id: number;
        bot_owner_id: number;
      }
    | {
        user_id: number;
        role: 100 | 200 | 300 | 400 | 600;
      }
    | {
        user_id: number;
        delivery_email: string | null;
      }
    | {
        user_id: number;
        custom_profile_field: {
          id: number;
          value: string | null;
          rendered_value?: string;
        };
      }
    | {
        user_id: number;
        new_email: string;
      }
    | {
        user_id: number;
        is_active: boolean;
      }
    | {
        user_id: number;
        is_imported_stub: boolean;
      }
    | {
        user_id: number;
        is_deleted: boolean;
      }
    | {
        user_id: number;
        date_joined: string;
      };
}
export interface RealmBotAddEvent {
  id: number;
  type: 'realm_bot';
  op: 'add';
  bot: Bot;
}
export interface Bot {
  user_id: number;
  full_name: string;
  default_sending_stream: string | null;
  default_events_register_stream: string | null;
  default_all_public_streams: boolean;
  avatar_url: string;
  owner_id: number | null;
  /**
   * @maxItems 0
   */
  services: [];
  email: string;
  bot_type: number | null;
  is_active: boolean;
}
export interface RealmBotUpdateEvent {
  id: number;
  type: 'realm_bot';
  op: 'update';
  bot: {
    full_name?: string;
    default_sending_stream?: string | null;
    default_events_register_stream?: string | null;
    default_all_public_streams?: boolean;
    avatar_url?: string;
    owner_id?: number | null;
    /**
     * @maxItems 0
     */
    services?: [];
    email?: string;
    bot_type?: number | null;
    is_active?: boolean;
    user_id: number;
  };
}
export interface RealmBotDeleteEvent {
  id: number;
  type: 'realm_bot';
  op: 'delete';
  bot: {
    user_id: number;
  };
}
export interface RealmExportEvent {
  id: number;
  type: 'realm_export';
  exports: RealmExport[];
}
export interface RealmExport {
  id: number;
  acting_user_id: number;
  export_time: number;
  deleted_timestamp: number | null;
  failed_timestamp: number | null;
  export_url: string | null;
  pending: boolean;
  export_type: 'public' | 'full_with_consent' | 'full_without_consent';
}
export interface RealmExportConsentEvent {
  id: number;
  type: 'realm_export_consent';
  user_id: number;
  consented: boolean;
}
export interface InvitesChangedEvent {
  id: number;
  type: 'invites_changed';
}
export interface UserStatusEvent {
  id: number;
  type: 'user_status';
  user_id: number;
  /**
   * @deprecated
   */
  away?: boolean;
  status_text?: string;
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
}
export interface PresenceEvent {
  id: number;
  type: 'presence';
  presences: {
    [k: string]: {
      active_timestamp?: number;
      idle_timestamp?: number;
    };
  };
}
export interface HeartbeatEvent {
  id: number;
  type: 'heartbeat';
}
export interface OlderDeleteMessageEvent {
  id: number;
  type: 'delete_message';
  message_id: number;
  message_type: 'private' | 'stream';
  stream_id?: number;
  topic?: string;
}
export interface OlderPresenceEvent {
  id: number;
  type: 'presence';
  user_id: number;
  email?: string;
  server_timestamp: number;
  presence: {
    [k: string]: ClientPresence;
  };
}
export interface ClientPresence {
  client: string;
  status: 'idle' | 'active';
  timestamp: number;
  pushable?: boolean;
}
export interface OlderReactionAddEvent {
  id: number;
  type: 'reaction';
  op: 'add';
  emoji_name: string;
  emoji_code: string;
  reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
  user_id: number;
  message_id: number;
  /**
   * @deprecated
   */
  user: {
    user_id: number;
    email: string;
    full_name: string;
    is_mirror_dummy: boolean;
  };
}
export interface OlderReactionRemoveEvent {
  id: number;
  type: 'reaction';
  op: 'remove';
  emoji_name: string;
  emoji_code: string;
  reaction_type: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
  user_id: number;
  message_id: number;
  /**
   * @deprecated
   */
  user: {
    user_id: number;
    email: string;
    full_name: string;
    is_mirror_dummy: boolean;
  };
}
export interface OlderRealmEmojiUpdateEvent {
  id: number;
  type: 'realm_emoji';
  op: 'update';
  realm_emoji: {
    [k: string]: Emoji;
  };
}
export interface OlderUserGroupRemoveEvent {
  id: number;
  type: 'user_group';
  op: 'remove';
  group_id: number;
}
export interface Import {
  id: number;
  state: 'waiting' | 'running' | 'stopped' | 'done' | 'refused' | 'undoing' | 'undone';
  phase: string;
  done: number;
  total: number;
  archive: string;
  archive_path: string;
  source: string;
  dry_run: boolean;
  merge_people: boolean | null;
  acting_user_id: number | null;
  start_time: number | null;
  end_time: number | null;
  error: string;
  report: ImportReport | null;
}
export interface ImportReport {
  import_id: number;
  state: string;
  dry_run: boolean;
  source: string;
  archive: string;
  counts: {
    people: {
      read: number;
      imported: number;
      merged: number;
      left_out: number;
    };
    bots: {
      read: number;
      imported: number;
      merged: number;
      left_out: number;
    };
    groups: {
      read: number;
      imported: number;
      merged: number;
      left_out: number;
    };
    channels: {
      read: number;
      imported: number;
      merged: number;
      left_out: number;
    };
    direct_conversations: {
      read: number;
      imported: number;
      merged: number;
      left_out: number;
    };
    topics: {
      read: number;
      imported: number;
      merged: number;
      left_out: number;
    };
    messages: {
      read: number;
      imported: number;
      merged: number;
      left_out: number;
    };
    reactions: {
      read: number;
      imported: number;
      merged: number;
      left_out: number;
    };
    pins: {
      read: number;
      imported: number;
      merged: number;
      left_out: number;
    };
    files: {
      read: number;
      imported: number;
      merged: number;
      left_out: number;
    };
    emoji: {
      read: number;
      imported: number;
      merged: number;
      left_out: number;
    };
  };
  findings: {
    kind: string;
    where: string;
    count: number;
    example: string;
  }[];
}
export interface Integration {
  name: string;
  title: string;
  icon: {
    text: string;
    color: string;
  };
  category: string;
  about: string;
  events: string[];
  options: {
    key: string;
    label: string;
    input_type: string;
  }[];
  setup: string[];
  takes_secret: boolean;
}
export interface Message {
  avatar_url: string;
  client: string;
  content: string;
  content_type: 'text/html' | 'text/x-markdown';
  display_recipient:
    | string
    | {
        id: number;
        email: string;
        full_name: string;
        is_mirror_dummy: boolean;
      }[];
  edit_history?: {
    prev_content?: string;
    prev_rendered_content?: string;
    prev_stream?: number;
    prev_topic?: string;
    stream?: number;
    timestamp: number;
    topic?: string;
    user_id: number | null;
  }[];
  id: number;
  is_me_message: boolean;
  last_edit_timestamp?: number;
  last_moved_timestamp?: number;
  reactions: Reaction[];
  recipient_id: number;
  sender_email: string;
  sender_full_name: string;
  sender_id: number;
  sender_realm_str: string;
  stream_id?: number;
  subject: string;
  submessages: {
    msg_type: string;
    content: string;
    message_id: number;
    sender_id: number;
    id: number;
  }[];
  timestamp: number;
  topic_links: {
    text: string;
    url: string;
  }[];
  type: 'stream' | 'private';
  flags: string[];
  match_content?: string;
  match_subject?: string;
}
export interface MessageBlocks {
  app_id: number | null;
  icon?: MessageIcon;
  blocks: Block[];
}
export interface OutgoingWebhook {
  bot_id: number;
  base_url: string;
  interface: number;
  /**
   * Opens signing requests as a tool or as this server.
   */
  token: string;
  /**
   * Opens signing requests as a tool or as this server.
   */
  secret: string;
  trigger_words: string[];
  channel_ids: number[];
  events: string[];
  is_enabled: boolean;
}
export interface Session {
  id: number;
  created: number;
  last_used: number;
  client: string;
  address: string;
  is_current: boolean;
}
export interface UserStatus {
  /**
   * @deprecated
   */
  away?: boolean;
  status_text?: string;
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: 'unicode_emoji' | 'realm_emoji' | 'zulip_extra_emoji';
}
export interface UserSettings {
  twenty_four_hour_time: boolean | null;
  web_mark_read_on_scroll_policy: 1 | 2 | 3;
  web_channel_default_view: 1 | 2 | 3 | 4;
  starred_message_counts: boolean;
  receives_typing_notifications: boolean;
  web_suggest_update_timezone: boolean;
  fluid_layout_width: boolean;
  high_contrast_mode: boolean;
  web_font_size_px: number;
  web_line_height_percent: number;
  color_scheme: 1 | 2 | 3;
  translate_emoticons: boolean;
  display_emoji_reaction_users: boolean;
  default_language: string;
  web_home_view: 'inbox' | 'recent_topics' | 'recent' | 'all_messages';
  web_escape_navigates_to_home_view: boolean;
  left_side_userlist: boolean;
  emojiset: 'google' | 'google-blob' | 'twitter' | 'text';
  demote_inactive_streams: 1 | 2 | 3;
  user_list_style: 1 | 2 | 3;
  web_animate_image_previews: 'always' | 'on_hover' | 'never';
  web_stream_unreads_count_display_policy: 1 | 2 | 3;
  hide_ai_features: boolean;
  web_left_sidebar_show_channel_folders: boolean;
  web_left_sidebar_unreads_count_summary: boolean;
  web_inbox_show_channel_folders: boolean;
  enter_sends: boolean;
  enable_drafts_synchronization: boolean;
  enable_stream_desktop_notifications: boolean;
  enable_stream_email_notifications: boolean;
  enable_stream_push_notifications: boolean;
  enable_stream_audible_notifications: boolean;
  notification_sound: 'ding' | 'none' | 'zulip';
  enable_desktop_notifications: boolean;
  enable_sounds: boolean;
  enable_followed_topic_desktop_notifications: boolean;
  enable_followed_topic_email_notifications: boolean;
  enable_followed_topic_push_notifications: boolean;
  enable_followed_topic_audible_notifications: boolean;
  email_notifications_batching_period_seconds: number;
  enable_offline_email_notifications: boolean;
  enable_offline_push_notifications: boolean;
  enable_online_push_notifications: boolean;
  enable_digest_emails: boolean;
  enable_marketing_emails: boolean;
  enable_login_emails: boolean;
  message_content_in_email_notifications: boolean;
  pm_content_in_desktop_notifications: boolean;
  wildcard_mentions_notify: boolean;
  enable_followed_topic_wildcard_mentions_notify: boolean;
  desktop_icon_count_display: 1 | 2 | 3 | 4;
  realm_name_in_email_notifications_policy: 1 | 2 | 3;
  automatically_follow_topics_policy: 1 | 2 | 3 | 4;
  automatically_unmute_topics_in_muted_streams_policy: 1 | 2 | 3 | 4;
  automatically_follow_topics_where_mentioned: boolean;
  resolved_topic_notice_auto_read_policy: 'always' | 'except_followed' | 'never';
  presence_enabled: boolean;
  send_private_typing_notifications: boolean;
  send_stream_typing_notifications: boolean;
  send_read_receipts: boolean;
  allow_private_data_export: boolean;
  email_address_visibility: 1 | 2 | 3 | 4 | 5;
  web_navigate_to_sent_message: boolean;
  web_sidebar_order: string;
  web_channel_opens_topics: boolean;
  notifications_paused_until: number;
  quiet_hours_enabled: boolean;
  quiet_hours_from_minute: number;
  quiet_hours_to_minute: number;
  quiet_days: number;
  digest_frequency: 'weekly' | 'daily';
  timezone?: string;
  available_notification_sounds: string[];
  emojiset_choices: {
    key: string;
    text: string;
  }[];
}
export interface GroupPermissionSetting {
  require_system_group: boolean;
  allow_internet_group: boolean;
  allow_nobody_group: boolean;
  allow_everyone_group: boolean;
  default_group_name: string;
  default_for_system_groups: string | null;
  allowed_system_groups: string[];
}
export interface UserSettingsDefaults {
  twenty_four_hour_time: boolean | null;
  web_mark_read_on_scroll_policy: 1 | 2 | 3;
  web_channel_default_view: 1 | 2 | 3 | 4;
  starred_message_counts: boolean;
  receives_typing_notifications: boolean;
  web_suggest_update_timezone: boolean;
  fluid_layout_width: boolean;
  high_contrast_mode: boolean;
  web_font_size_px: number;
  web_line_height_percent: number;
  color_scheme: 1 | 2 | 3;
  translate_emoticons: boolean;
  display_emoji_reaction_users: boolean;
  web_home_view: 'inbox' | 'recent_topics' | 'recent' | 'all_messages';
  web_escape_navigates_to_home_view: boolean;
  left_side_userlist: boolean;
  emojiset: 'google' | 'google-blob' | 'twitter' | 'text';
  demote_inactive_streams: 1 | 2 | 3;
  user_list_style: 1 | 2 | 3;
  web_animate_image_previews: 'always' | 'on_hover' | 'never';
  web_stream_unreads_count_display_policy: 1 | 2 | 3;
  hide_ai_features: boolean;
  web_left_sidebar_show_channel_folders: boolean;
  web_left_sidebar_unreads_count_summary: boolean;
  web_inbox_show_channel_folders: boolean;
  enter_sends: boolean;
  enable_drafts_synchronization: boolean;
  enable_stream_desktop_notifications: boolean;
  enable_stream_email_notifications: boolean;
  enable_stream_push_notifications: boolean;
  enable_stream_audible_notifications: boolean;
  notification_sound: 'ding' | 'none' | 'zulip';
  enable_desktop_notifications: boolean;
  enable_sounds: boolean;
  enable_followed_topic_desktop_notifications: boolean;
  enable_followed_topic_email_notifications: boolean;
  enable_followed_topic_push_notifications: boolean;
  enable_followed_topic_audible_notifications: boolean;
  email_notifications_batching_period_seconds: number;
  enable_offline_email_notifications: boolean;
  enable_offline_push_notifications: boolean;
  enable_online_push_notifications: boolean;
  enable_digest_emails: boolean;
  message_content_in_email_notifications: boolean;
  pm_content_in_desktop_notifications: boolean;
  wildcard_mentions_notify: boolean;
  enable_followed_topic_wildcard_mentions_notify: boolean;
  desktop_icon_count_display: 1 | 2 | 3 | 4;
  realm_name_in_email_notifications_policy: 1 | 2 | 3;
  automatically_follow_topics_policy: 1 | 2 | 3 | 4;
  automatically_unmute_topics_in_muted_streams_policy: 1 | 2 | 3 | 4;
  automatically_follow_topics_where_mentioned: boolean;
  resolved_topic_notice_auto_read_policy: 'always' | 'except_followed' | 'never';
  presence_enabled: boolean;
  send_private_typing_notifications: boolean;
  send_stream_typing_notifications: boolean;
  send_read_receipts: boolean;
  allow_private_data_export: boolean;
  email_address_visibility: 1 | 2 | 3 | 4 | 5;
  web_navigate_to_sent_message: boolean;
  web_sidebar_order: string;
  web_channel_opens_topics: boolean;
  notifications_paused_until: number;
  quiet_hours_enabled: boolean;
  quiet_hours_from_minute: number;
  quiet_hours_to_minute: number;
  quiet_days: number;
  digest_frequency: 'weekly' | 'daily';
  available_notification_sounds: string[];
  emojiset_choices: {
    key: string;
    text: string;
  }[];
}
export interface SystemBot {
  user_id: number;
  email: string;
  full_name: string;
  date_joined: string;
  is_active: boolean;
  is_owner: boolean;
  is_admin: boolean;
  is_guest: boolean;
  is_bot: boolean;
  role: 100 | 200 | 300 | 400 | 600;
  timezone: string;
  avatar_version: number;
  delivery_email: string | null;
  avatar_url: string;
  bot_type: number;
  bot_owner_id: null;
  is_system_bot: true;
}

/** An event as it arrives. */
export type ServerEvent =
  | AlertWordsEvent
  | AppViewCloseEvent
  | AppViewOpenEvent
  | AppViewUpdateEvent
  | AppsEvent
  | AttachmentAddEvent
  | AttachmentRemoveEvent
  | AttachmentUpdateEvent
  | BlockActionEvent
  | ChannelFolderAddEvent
  | ChannelFolderReorderEvent
  | ChannelFolderUpdateEvent
  | CustomProfileFieldsEvent
  | DefaultStreamsEvent
  | DeleteMessageEvent
  | DeviceAddEvent
  | DeviceRemoveEvent
  | DeviceUpdateEvent
  | DraftsAddEvent
  | DraftsRemoveEvent
  | DraftsUpdateEvent
  | EphemeralMessageAddEvent
  | EphemeralMessageRemoveEvent
  | EphemeralMessageUpdateEvent
  | HasZoomTokenEvent
  | HeartbeatEvent
  | InvitesChangedEvent
  | MessageEvent
  | MutedTopicsEvent
  | MutedUsersEvent
  | NavigationViewAddEvent
  | NavigationViewRemoveEvent
  | NavigationViewUpdateEvent
  | OnboardingStepsEvent
  | PinAddEvent
  | PinRemoveEvent
  | PresenceEvent
  | PushDeviceEvent
  | ReactionAddEvent
  | ReactionRemoveEvent
  | RealmBotAddEvent
  | RealmBotDeleteEvent
  | RealmBotUpdateEvent
  | RealmDeactivatedEvent
  | RealmDomainsAddEvent
  | RealmDomainsChangeEvent
  | RealmDomainsRemoveEvent
  | RealmEmojiAddEvent
  | RealmEmojiEditEvent
  | RealmEmojiUpdateOneEvent
  | RealmExportConsentEvent
  | RealmExportEvent
  | RealmLinkifiersEvent
  | RealmPlaygroundsEvent
  | RealmUpdateDictEvent
  | RealmUpdateEvent
  | RealmUserAddEvent
  | RealmUserRemoveEvent
  | RealmUserSettingsDefaultsUpdateEvent
  | RealmUserUpdateEvent
  | RemindersAddEvent
  | RemindersRemoveEvent
  | SavedSnippetsAddEvent
  | SavedSnippetsRemoveEvent
  | SavedSnippetsUpdateEvent
  | ScheduledMessagesAddEvent
  | ScheduledMessagesRemoveEvent
  | ScheduledMessagesUpdateEvent
  | StreamCreateEvent
  | StreamDeleteEvent
  | StreamUpdateEvent
  | SubmessageEvent
  | SubscriptionAddEvent
  | SubscriptionPeerAddEvent
  | SubscriptionPeerRemoveEvent
  | SubscriptionRemoveEvent
  | SubscriptionUpdateEvent
  | TypingEditMessageStartEvent
  | TypingEditMessageStopEvent
  | TypingStartEvent
  | TypingStopEvent
  | UpdateMessageEvent
  | UpdateMessageFlagsAddEvent
  | UpdateMessageFlagsRemoveEvent
  | UserGroupAddEvent
  | UserGroupAddMembersEvent
  | UserGroupAddSubgroupsEvent
  | UserGroupRemoveMembersEvent
  | UserGroupRemoveSubgroupsEvent
  | UserGroupUpdateEvent
  | UserSettingsUpdateEvent
  | UserStatusEvent
  | UserTopicEvent;

/** An event in the form for clients without a capability. */
export type OlderServerEvent =
  | OlderDeleteMessageEvent
  | OlderPresenceEvent
  | OlderReactionAddEvent
  | OlderReactionRemoveEvent
  | OlderRealmEmojiUpdateEvent
  | OlderUserGroupRemoveEvent;

/** Method and path of each operation, and the names of parameters that are sent as JSON although they may be texts. */
export const operations: Readonly<
  Record<keyof Operations, { readonly method: string; readonly path: string; readonly json?: readonly string[] }>
> = {
  'add-alert-words': { method: 'POST', path: '/users/me/alert_words' },
  'add-apns-token': { method: 'POST', path: '/users/me/apns_device_token' },
  'add-bot': { method: 'POST', path: '/bots' },
  'add-code-playground': { method: 'POST', path: '/realm/playgrounds' },
  'add-default-stream': { method: 'POST', path: '/default_streams' },
  'add-fcm-token': { method: 'POST', path: '/users/me/android_gcm_reg_id' },
  'add-linkifier': { method: 'POST', path: '/realm/filters' },
  'add-navigation-view': { method: 'POST', path: '/navigation_views' },
  'add-passkey': { method: 'POST', path: '/users/me/passkeys' },
  'add-reaction': { method: 'POST', path: '/messages/{message_id}/reactions' },
  'add-realm-domain': { method: 'POST', path: '/realm/domains' },
  'add-sign-in-passkey': { method: 'POST', path: '/sessions/enrolment/passkeys' },
  'add-submessage': { method: 'POST', path: '/submessage' },
  'add-web-push': { method: 'POST', path: '/users/me/web_push' },
  'archive-stream': { method: 'DELETE', path: '/streams/{stream_id}' },
  'begin-confirmation': { method: 'POST', path: '/sessions/current/passkey_challenge' },
  'begin-passkey': { method: 'POST', path: '/users/me/passkeys/challenge' },
  'begin-passkey-sign-in': { method: 'POST', path: '/sessions/passkey_challenge' },
  'begin-sign-in-passkey': { method: 'POST', path: '/sessions/enrolment/passkey_challenge' },
  'begin-sign-in-totp': { method: 'POST', path: '/sessions/enrolment/totp' },
  'begin-totp': { method: 'POST', path: '/users/me/second_factors/totp' },
  'check-messages-match-narrow': { method: 'GET', path: '/messages/matches_narrow' },
  'clear-own-profile': { method: 'DELETE', path: '/users/me/profile_data' },
  'close-queues': { method: 'DELETE', path: '/event_queues' },
  'close-view': { method: 'DELETE', path: '/app_views/{view_id}' },
  'complete-sign-in': { method: 'POST', path: '/sessions/second_factor' },
  'confirm-address': { method: 'POST', path: '/joining/confirm_address' },
  'confirm-email-change': { method: 'POST', path: '/email_changes/confirm' },
  'confirm-session': { method: 'POST', path: '/sessions/current/confirmation' },
  'confirm-sign-in-totp': { method: 'POST', path: '/sessions/enrolment/totp/confirmation' },
  'confirm-totp': { method: 'POST', path: '/users/me/second_factors/totp/confirmation' },
  'create-api-key': { method: 'POST', path: '/users/me/api_keys' },
  'create-big-blue-button-video-call': { method: 'GET', path: '/calls/bigbluebutton/create' },
  'create-channel': { method: 'POST', path: '/channels/create', json: ["message_retention_days"] },
  'create-channel-folder': { method: 'POST', path: '/channel_folders/create' },
  'create-custom-profile-field': { method: 'POST', path: '/realm/profile_fields' },
  'create-drafts': { method: 'POST', path: '/drafts' },
  'create-invite-link': { method: 'POST', path: '/invites/multiuse' },
  'create-message-reminder': { method: 'POST', path: '/reminders' },
  'create-recovery-codes': { method: 'POST', path: '/users/me/recovery_codes' },
  'create-saved-snippet': { method: 'POST', path: '/saved_snippets' },
  'create-scheduled-message': { method: 'POST', path: '/scheduled_messages' },
  'create-user': { method: 'POST', path: '/users' },
  'create-user-group': { method: 'POST', path: '/user_groups/create' },
  'create-webhook': { method: 'POST', path: '/bots/{bot_id}/webhooks' },
  'create-zoom-video-call': { method: 'POST', path: '/calls/zoom/create' },
  'deactivate-bot': { method: 'DELETE', path: '/bots/{bot_id}' },
  'deactivate-own-user': { method: 'DELETE', path: '/users/me' },
  'deactivate-user': { method: 'DELETE', path: '/users/{user_id_or_email}' },
  'deactivate-user-group': { method: 'POST', path: '/user_groups/{user_group_id}/deactivate' },
  'delete-api-key': { method: 'DELETE', path: '/users/me/api_keys/{key_id}' },
  'delete-draft': { method: 'DELETE', path: '/drafts/{draft_id}' },
  'delete-message': { method: 'DELETE', path: '/messages/{message_id}' },
  'delete-queue': { method: 'DELETE', path: '/events' },
  'delete-realm-export': { method: 'DELETE', path: '/export/realm/{export_id}' },
  'delete-reminder': { method: 'DELETE', path: '/reminders/{reminder_id}' },
  'delete-saved-snippet': { method: 'DELETE', path: '/saved_snippets/{saved_snippet_id}' },
  'delete-scheduled-message': { method: 'DELETE', path: '/scheduled_messages/{scheduled_message_id}' },
  'delete-topic': { method: 'POST', path: '/streams/{stream_id}/delete_topic' },
  'delete-user-api-key': { method: 'DELETE', path: '/users/{user_id}/api_keys/{key_id}' },
  'delete-user-api-keys': { method: 'DELETE', path: '/users/{user_id}/api_keys' },
  'delete-webhook': { method: 'DELETE', path: '/bots/{bot_id}/webhooks/{webhook_id}' },
  'dev-fetch-api-key': { method: 'POST', path: '/dev_fetch_api_key' },
  'e2ee-test-notify': { method: 'POST', path: '/mobile_push/e2ee/test_notification' },
  'edit-draft': { method: 'PATCH', path: '/drafts/{draft_id}' },
  'edit-navigation-view': { method: 'PATCH', path: '/navigation_views/{fragment}' },
  'edit-saved-snippet': { method: 'PATCH', path: '/saved_snippets/{saved_snippet_id}' },
  'end-own-access': { method: 'POST', path: '/users/me/end_access' },
  'end-session': { method: 'DELETE', path: '/sessions/{session_id}' },
  'end-user-access': { method: 'POST', path: '/users/{user_id}/end_access' },
  'end-user-sessions': { method: 'DELETE', path: '/users/{user_id}/sessions' },
  'erase-user': { method: 'POST', path: '/users/{user_id}/erase' },
  'export-own-data': { method: 'POST', path: '/users/me/export' },
  'export-person-data': { method: 'POST', path: '/users/{user_id}/export' },
  'export-realm': { method: 'POST', path: '/export/realm' },
  'fetch-api-key': { method: 'POST', path: '/fetch_api_key' },
  'find-imported-message': { method: 'GET', path: '/imports/messages/{source_id}' },
  'finish-onboarding-step': { method: 'POST', path: '/users/me/onboarding_steps' },
  'get-alert-words': { method: 'GET', path: '/users/me/alert_words' },
  'get-api-keys': { method: 'GET', path: '/users/me/api_keys' },
  'get-app-credentials': { method: 'POST', path: '/apps/{app_id}/credentials' },
  'get-apps': { method: 'GET', path: '/apps' },
  'get-attachments': { method: 'GET', path: '/attachments' },
  'get-audit-log': { method: 'GET', path: '/realm/audit_log' },
  'get-block-options': { method: 'GET', path: '/block_options' },
  'get-bot-api-key': { method: 'GET', path: '/bots/{bot_id}/api_key' },
  'get-bot-storage': { method: 'GET', path: '/bot_storage' },
  'get-bots': { method: 'GET', path: '/bots' },
  'get-channel-folders': { method: 'GET', path: '/channel_folders' },
  'get-commands': { method: 'GET', path: '/commands' },
  'get-custom-emoji': { method: 'GET', path: '/realm/emoji' },
  'get-custom-profile-fields': { method: 'GET', path: '/realm/profile_fields' },
  'get-deliveries': { method: 'GET', path: '/bots/{bot_id}/deliveries' },
  'get-drafts': { method: 'GET', path: '/drafts' },
  'get-erasures': { method: 'GET', path: '/realm/erasures' },
  'get-events': { method: 'GET', path: '/events' },
  'get-file-temporary-url': { method: 'GET', path: '/user_uploads/{realm_id_str}/{folder}/{filename}' },
  'get-gifs': { method: 'GET', path: '/gifs' },
  'get-import': { method: 'GET', path: '/imports/{import_id}' },
  'get-imports': { method: 'GET', path: '/imports' },
  'get-integrations': { method: 'GET', path: '/integrations' },
  'get-invites': { method: 'GET', path: '/invites' },
  'get-is-user-group-member': { method: 'GET', path: '/user_groups/{user_group_id}/members/{user_id}' },
  'get-join-offer': { method: 'POST', path: '/joining/offer' },
  'get-linkifiers': { method: 'GET', path: '/realm/linkifiers' },
  'get-message': { method: 'GET', path: '/messages/{message_id}' },
  'get-message-blocks': { method: 'GET', path: '/messages/{message_id}/blocks' },
  'get-message-history': { method: 'GET', path: '/messages/{message_id}/history' },
  'get-messages': { method: 'GET', path: '/messages' },
  'get-moved-topic': { method: 'GET', path: '/users/me/{stream_id}/topics/moved' },
  'get-navigation-views': { method: 'GET', path: '/navigation_views' },
  'get-outgoing-webhook': { method: 'GET', path: '/bots/{bot_id}/outgoing_webhook' },
  'get-own-exports': { method: 'GET', path: '/users/me/exports' },
  'get-own-user': { method: 'GET', path: '/users/me' },
  'get-person-exports': { method: 'GET', path: '/realm/person_exports' },
  'get-pinned-messages': { method: 'GET', path: '/streams/{stream_id}/pins' },
  'get-presence': { method: 'GET', path: '/realm/presence' },
  'get-read-receipts': { method: 'GET', path: '/messages/{message_id}/read_receipts' },
  'get-realm-domains': { method: 'GET', path: '/realm/domains' },
  'get-realm-export-consents': { method: 'GET', path: '/export/realm/consents' },
  'get-realm-exports': { method: 'GET', path: '/export/realm' },
  'get-reminders': { method: 'GET', path: '/reminders' },
  'get-retention-effect': { method: 'GET', path: '/realm/retention_effect' },
  'get-saved-snippets': { method: 'GET', path: '/saved_snippets' },
  'get-scheduled-messages': { method: 'GET', path: '/scheduled_messages' },
  'get-search-files': { method: 'GET', path: '/search/files' },
  'get-search-suggestions': { method: 'GET', path: '/search/suggestions' },
  'get-second-factors': { method: 'GET', path: '/users/me/second_factors' },
  'get-server-settings': { method: 'GET', path: '/server_settings' },
  'get-server-status': { method: 'GET', path: '/server_status' },
  'get-sessions': { method: 'GET', path: '/sessions' },
  'get-stream-by-id': { method: 'GET', path: '/streams/{stream_id}' },
  'get-stream-email-address': { method: 'GET', path: '/streams/{stream_id}/email_address' },
  'get-stream-id': { method: 'GET', path: '/get_stream_id' },
  'get-stream-topics': { method: 'GET', path: '/users/me/{stream_id}/topics' },
  'get-streams': { method: 'GET', path: '/streams' },
  'get-subscribers': { method: 'GET', path: '/streams/{stream_id}/members' },
  'get-subscription-status': { method: 'GET', path: '/users/{user_id}/subscriptions/{stream_id}' },
  'get-subscriptions': { method: 'GET', path: '/users/me/subscriptions' },
  'get-user': { method: 'GET', path: '/users/{user_id_or_email}' },
  'get-user-api-keys': { method: 'GET', path: '/users/{user_id}/api_keys' },
  'get-user-channels': { method: 'GET', path: '/users/{user_id}/channels' },
  'get-user-group-members': { method: 'GET', path: '/user_groups/{user_group_id}/members' },
  'get-user-group-subgroups': { method: 'GET', path: '/user_groups/{user_group_id}/subgroups' },
  'get-user-groups': { method: 'GET', path: '/user_groups' },
  'get-user-presence': { method: 'GET', path: '/users/{user_id_or_email}/presence' },
  'get-user-sessions': { method: 'GET', path: '/users/{user_id}/sessions' },
  'get-user-status': { method: 'GET', path: '/users/{user_id}/status' },
  'get-users': { method: 'GET', path: '/users' },
  'get-webhooks': { method: 'GET', path: '/bots/{bot_id}/webhooks' },
  'install-app': { method: 'POST', path: '/apps', json: ["channel_ids"] },
  'join': { method: 'POST', path: '/joining' },
  'jwt-fetch-api-key': { method: 'POST', path: '/jwt/fetch_api_key' },
  'list-queues': { method: 'GET', path: '/event_queues' },
  'mark-all-as-read': { method: 'POST', path: '/mark_all_as_read' },
  'mark-stream-as-read': { method: 'POST', path: '/mark_stream_as_read' },
  'mark-topic-as-read': { method: 'POST', path: '/mark_topic_as_read' },
  'mute-topic': { method: 'PATCH', path: '/users/me/subscriptions/muted_topics' },
  'mute-user': { method: 'POST', path: '/users/me/muted_users/{muted_user_id}' },
  'patch-channel-folders': { method: 'PATCH', path: '/channel_folders' },
  'pin-message': { method: 'POST', path: '/messages/{message_id}/pin' },
  'press-block': { method: 'POST', path: '/block_actions' },
  'reactivate-user': { method: 'POST', path: '/users/{user_id}/reactivate' },
  'receive-webhook-get': { method: 'GET', path: '/external/{path}' },
  'regenerate-bot-api-key': { method: 'POST', path: '/bots/{bot_id}/api_key/regenerate' },
  'regenerate-own-api-key': { method: 'POST', path: '/users/me/api_key/regenerate' },
  'register-client-device': { method: 'POST', path: '/register_client_device' },
  'register-push-device': { method: 'POST', path: '/mobile_push/register' },
  'register-queue': { method: 'POST', path: '/register' },
  'remove-alert-words': { method: 'DELETE', path: '/users/me/alert_words' },
  'remove-apns-token': { method: 'DELETE', path: '/users/me/apns_device_token' },
  'remove-app': { method: 'DELETE', path: '/apps/{app_id}' },
  'remove-attachment': { method: 'DELETE', path: '/attachments/{attachment_id}' },
  'remove-bot-storage': { method: 'DELETE', path: '/bot_storage' },
  'remove-client-device': { method: 'POST', path: '/remove_client_device' },
  'remove-code-playground': { method: 'DELETE', path: '/realm/playgrounds/{playground_id}' },
  'remove-custom-profile-field': { method: 'DELETE', path: '/realm/profile_fields/{field_id}' },
  'remove-default-stream': { method: 'DELETE', path: '/default_streams' },
  'remove-fcm-token': { method: 'DELETE', path: '/users/me/android_gcm_reg_id' },
  'remove-linkifier': { method: 'DELETE', path: '/realm/filters/{filter_id}' },
  'remove-navigation-view': { method: 'DELETE', path: '/navigation_views/{fragment}' },
  'remove-passkey': { method: 'DELETE', path: '/users/me/passkeys/{passkey_id}' },
  'remove-reaction': { method: 'DELETE', path: '/messages/{message_id}/reactions' },
  'remove-realm-domain': { method: 'DELETE', path: '/realm/domains/{domain}' },
  'remove-totp': { method: 'DELETE', path: '/users/me/second_factors/totp' },
  'remove-user-group': { method: 'DELETE', path: '/user_groups/{user_group_id}' },
  'remove-web-push': { method: 'DELETE', path: '/users/me/web_push' },
  'render-message': { method: 'POST', path: '/messages/render' },
  'reorder-custom-profile-fields': { method: 'PATCH', path: '/realm/profile_fields' },
  'reorder-linkifiers': { method: 'PATCH', path: '/realm/linkifiers' },
  'report-message': { method: 'POST', path: '/messages/{message_id}/report' },
  'request-password-reset': { method: 'POST', path: '/password_resets' },
  'resend-email-invite': { method: 'POST', path: '/invites/{invite_id}/resend' },
  'reset-password': { method: 'POST', path: '/password_resets/complete' },
  'reset-second-factors': { method: 'DELETE', path: '/users/{user_id}/second_factors' },
  'retry-delivery': { method: 'POST', path: '/bots/{bot_id}/deliveries/{direction}/{delivery_id}/retry' },
  'revoke-email-invite': { method: 'DELETE', path: '/invites/{invite_id}' },
  'revoke-invite-link': { method: 'DELETE', path: '/invites/multiuse/{invite_id}' },
  'rotate-api-key': { method: 'POST', path: '/users/me/api_keys/{key_id}/rotate' },
  'run-command': { method: 'POST', path: '/commands' },
  'send-invites': { method: 'POST', path: '/invites' },
  'send-message': { method: 'POST', path: '/messages', json: ["to"] },
  'set-typing-status': { method: 'POST', path: '/typing' },
  'set-typing-status-for-message-edit': { method: 'POST', path: '/messages/{message_id}/typing' },
  'set-up': { method: 'POST', path: '/setup' },
  'sign-in': { method: 'POST', path: '/sessions' },
  'sign-out': { method: 'DELETE', path: '/sessions/current' },
  'start-import': { method: 'POST', path: '/imports' },
  'stop-import': { method: 'POST', path: '/imports/{import_id}/stop' },
  'submit-view': { method: 'POST', path: '/app_views/{view_id}' },
  'subscribe': { method: 'POST', path: '/users/me/subscriptions', json: ["message_retention_days"] },
  'test-notify': { method: 'POST', path: '/mobile_push/test_notification' },
  'test-welcome-bot-custom-message': { method: 'POST', path: '/realm/test_welcome_bot_custom_message' },
  'try-webhook-template': { method: 'POST', path: '/bots/{bot_id}/webhooks/try_template' },
  'undo-import': { method: 'DELETE', path: '/imports/{import_id}' },
  'unmute-user': { method: 'DELETE', path: '/users/me/muted_users/{muted_user_id}' },
  'unpin-message': { method: 'DELETE', path: '/messages/{message_id}/pin' },
  'unsubscribe': { method: 'DELETE', path: '/users/me/subscriptions' },
  'update-app': { method: 'PATCH', path: '/apps/{app_id}', json: ["channel_ids"] },
  'update-bot': { method: 'PATCH', path: '/bots/{bot_id}' },
  'update-bot-storage': { method: 'PUT', path: '/bot_storage' },
  'update-channel-folder': { method: 'PATCH', path: '/channel_folders/{channel_folder_id}' },
  'update-custom-profile-field': { method: 'PATCH', path: '/realm/profile_fields/{field_id}' },
  'update-display-settings': { method: 'PATCH', path: '/settings/display', json: ["default_language","web_home_view","emojiset","web_animate_image_previews","notification_sound","resolved_topic_notice_auto_read_policy","web_sidebar_order","digest_frequency"] },
  'update-linkifier': { method: 'PATCH', path: '/realm/filters/{filter_id}' },
  'update-message': { method: 'PATCH', path: '/messages/{message_id}' },
  'update-message-flags': { method: 'POST', path: '/messages/flags' },
  'update-message-flags-for-narrow': { method: 'POST', path: '/messages/flags/narrow' },
  'update-notification-settings': { method: 'PATCH', path: '/settings/notifications', json: ["default_language","web_home_view","emojiset","web_animate_image_previews","notification_sound","resolved_topic_notice_auto_read_policy","web_sidebar_order","digest_frequency"] },
  'update-outgoing-webhook': { method: 'PATCH', path: '/bots/{bot_id}/outgoing_webhook' },
  'update-own-profile': { method: 'PATCH', path: '/users/me/profile_data' },
  'update-passkey': { method: 'PATCH', path: '/users/me/passkeys/{passkey_id}' },
  'update-presence': { method: 'POST', path: '/users/me/presence' },
  'update-realm': { method: 'PATCH', path: '/realm', json: ["default_avatar_source","gif_provider","jitsi_server_url","message_content_delete_limit_seconds","message_content_edit_limit_seconds","message_edit_history_visibility_policy","message_retention_days","move_messages_between_streams_limit_seconds","move_messages_within_stream_limit_seconds","require_second_factor","topics_policy"] },
  'update-realm-domain': { method: 'PATCH', path: '/realm/domains/{domain}' },
  'update-realm-user-settings-defaults': { method: 'PATCH', path: '/realm/user_settings_defaults', json: ["web_home_view","emojiset","web_animate_image_previews","notification_sound","resolved_topic_notice_auto_read_policy","web_sidebar_order","digest_frequency"] },
  'update-scheduled-message': { method: 'PATCH', path: '/scheduled_messages/{scheduled_message_id}' },
  'update-settings': { method: 'PATCH', path: '/settings', json: ["default_language","web_home_view","emojiset","web_animate_image_previews","notification_sound","resolved_topic_notice_auto_read_policy","web_sidebar_order","digest_frequency"] },
  'update-status': { method: 'POST', path: '/users/me/status' },
  'update-status-for-user': { method: 'POST', path: '/users/{user_id}/status' },
  'update-stream': { method: 'PATCH', path: '/streams/{stream_id}', json: ["message_retention_days"] },
  'update-subscription': { method: 'PATCH', path: '/users/me/subscriptions/{stream_id}' },
  'update-subscription-settings': { method: 'POST', path: '/users/me/subscriptions/properties' },
  'update-subscriptions': { method: 'PATCH', path: '/users/me/subscriptions' },
  'update-user': { method: 'PATCH', path: '/users/{user_id_or_email}' },
  'update-user-group': { method: 'PATCH', path: '/user_groups/{user_group_id}' },
  'update-user-group-members': { method: 'POST', path: '/user_groups/{user_group_id}/members' },
  'update-user-group-subgroups': { method: 'POST', path: '/user_groups/{user_group_id}/subgroups' },
  'update-user-topic': { method: 'POST', path: '/user_topics' },
  'update-webhook': { method: 'PATCH', path: '/bots/{bot_id}/webhooks/{webhook_id}' },
};
